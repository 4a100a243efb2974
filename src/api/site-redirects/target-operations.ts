import { Type } from "@sinclair/typebox";
import {
  encodePath,
  explainPath,
  findRedirect,
  findRedirectTargets,
  joinUrl,
  publishedUrl,
  type RedirectRule,
  type RedirectTarget,
  type SiteRow,
  selectRedirects,
} from "../../publishing/index.ts";
import {
  type Context,
  HttpUrl,
  ListOf,
  type Operation,
  operation,
  readList,
  StringEnum,
} from "../http/index.ts";
import { onSite } from "../sites/index.ts";
import { presentRedirect, Redirect, SearchQuery } from "./present.ts";
import { readAddress } from "./source.ts";

const path = "/orgs/:organizationId/sites/:siteId";

/** Where a redirect leads. */
export const Target = Type.Object({
  title: Type.String(),
  path: Type.String({ description: "The path below the site." }),
  url: Type.Optional(Type.String({ ...HttpUrl, description: "Absent while the site is not published." })),
});

const RedirectWithTarget = Type.Object({
  ...Redirect.properties,
  target: Type.Optional(
    Type.Object(Target.properties, { description: "Absent if the destination does not exist any more." }),
  ),
});

const rules = [
  "page",
  ...(["redirect", "default-path", "moved-page", "former-site-path", "other-case"] satisfies RedirectRule[]),
  "hidden",
  "not-found",
] as const;

const ExplainedAddress = Type.Object(
  {
    path: Type.String({ description: "The normalized path below the site." }),
    rule: StringEnum(rules, {
      description:
        "`page`: a page. `redirect`: a redirect of the site. `default-path`: the path without that of a default. `moved-page`: a page that was there, or is in other case. `former-site-path`: a former path of a section or variant. `other-case`: a section or variant in other case. `hidden`: a page that visitors see only with certain claims, or a draft.",
    }),
    redirect: Type.Optional(Redirect),
    target: Type.Optional(Target),
    page: Type.Optional(Type.Object({ id: Type.String(), title: Type.String(), spaceId: Type.String() })),
  },
  { title: "SiteAddressExplanation" },
);

export const targetOperations: Operation[] = [
  operation("listSiteRedirectTargets", `GET ${path}/redirect-targets`, {
    summary: "List the redirects of a site by their sources, with the titles and paths that they lead to",
    access: onSite("read"),
    query: SearchQuery,
    reply: { 200: ListOf(RedirectWithTarget) },
    handle: (call) =>
      readList(call, {
        matching: selectRedirects(call.context.database.read, call.site, call.query.search),
        select: (query) => query.selectAll(),
        keys: ["site_redirects.source"],
        present: async (rows) => {
          const targets = await findRedirectTargets(call.context, call.site, rows);
          return rows.map((row) => {
            const target = targets.get(row.id);
            return {
              ...presentRedirect(row),
              ...(target && { target: presentTarget(call.context, call.site, target) }),
            };
          });
        },
      }),
  }),

  operation("explainSiteAddress", `GET ${path}/address-explanation`, {
    summary: "Explain what an address of a site leads to for a visitor without claims, and by which rule",
    access: onSite("read"),
    query: Type.Object({
      address: Type.String({ maxLength: 2048, description: "A URL of the site, or a path below it." }),
    }),
    reply: { 200: ExplainedAddress },
    handle: async ({ context, site, query }) => {
      const asked = readAddress(context, site, "address", query.address);
      const { rule, segments, page } = await explainPath(context, site, asked);
      const source = encodePath(asked);
      const redirect =
        rule === "redirect" ? await findRedirect(context.database.read, site, { source }) : undefined;
      return {
        path: source,
        rule,
        ...(redirect && { redirect: presentRedirect(redirect) }),
        ...(segments && { target: presentTarget(context, site, { title: page?.title ?? "", segments }) }),
        ...(page && { page }),
      };
    },
  }),
];

export function presentTarget(
  { config }: Context,
  site: SiteRow,
  { title, segments }: Pick<RedirectTarget, "title" | "segments">,
) {
  const root = publishedUrl(config.sites, site, site.share_key);
  return {
    title,
    path: encodePath(segments),
    ...(root !== undefined && { url: joinUrl(root, segments) }),
  };
}
