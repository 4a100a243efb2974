import { Type } from "@sinclair/typebox";
import { conflict, newId, notFound, requireFound } from "../../platform/index.ts";
import {
  destinationColumns,
  destinationUrl,
  findRedirect,
  publishedUrl,
  requireDestination,
  type SiteRef,
  selectRedirects,
} from "../../publishing/index.ts";
import { isRow, type Reader, type SiteRedirectTable, type Writer } from "../../storage/database/index.ts";
import {
  DiscriminatedUnion,
  HttpUrl,
  ListOf,
  type OperationGroup,
  operation,
  readList,
} from "../http/index.ts";
import { readView } from "../site-structure/index.ts";
import { deleteSiteChild, locationInSite, onSharedSite, onSite, shareKeyFor } from "../sites/index.ts";
import { importRedirects } from "./import-redirects.ts";
import { presentRedirect, Redirect, SearchQuery } from "./present.ts";
import { normalizeSource, Source } from "./source.ts";
import { targetOperations } from "./target-operations.ts";

const Destination = DiscriminatedUnion("kind", [
  Type.Object({ kind: Type.Literal("site-section"), siteSectionId: Type.String() }),
  Type.Object({ kind: Type.Literal("site-space"), siteSpaceId: Type.String() }),
  Type.Object({ kind: Type.Literal("site-page"), siteSpaceId: Type.String(), pageId: Type.String() }),
]);

const RedirectCreate = Type.Object({ source: Source, destination: Destination });
const RedirectUpdate = Type.Partial(RedirectCreate);
const RedirectQuery = Type.Object({
  source: Source,
  shareKey: Type.Optional(Type.String({ description: "The key of a share link of the site." })),
});
const FollowedRedirect = Type.Object({ redirect: Redirect, target: HttpUrl });

const path = "/orgs/:organizationId/sites/:siteId/redirects";

export const siteRedirects: OperationGroup = {
  title: "Site redirects",
  operations: [
    operation("listSiteRedirects", `GET ${path}`, {
      summary: "List the redirects of a site",
      isRepeatable: true,
      access: onSite("read"),
      query: SearchQuery,
      reply: { 200: ListOf(Redirect) },
      handle: (call) =>
        readList(call, {
          matching: selectRedirects(call.context.database.read, call.site, call.query.search),
          select: (query) => query.selectAll(),
          keys: ["site_redirects.id"],
          present: (rows) => rows.map(presentRedirect),
        }),
    }),

    operation("createSiteRedirect", `POST ${path}`, {
      summary: "Redirect a path to a section, a site space or a page",
      access: onSite("admin"),
      body: RedirectCreate,
      reply: { 201: Redirect },
      location: locationInSite("redirects"),
      handle: async ({ context, site, body }) => {
        await requireDestination(context, site, body.destination);
        const source = normalizeSource(body.source);
        const row = {
          id: newId(),
          organization_id: site.organization_id,
          site_id: site.id,
          source,
          ...destinationColumns(body.destination),
        };
        await context.database.write(async (trx) => {
          await requireFreeSource(trx, site, source);
          await trx.insertInto("site_redirects").values(row).execute();
        });
        return presentRedirect(row);
      },
    }),

    operation("getSiteRedirectById", `GET ${path}/:siteRedirectId`, {
      summary: "Read a redirect",
      isRepeatable: true,
      access: onSite("read"),
      reply: { 200: Redirect },
      handle: async ({ context, site, params }) =>
        presentRedirect(await requireRedirect(context.database.read, site, params.siteRedirectId)),
    }),

    operation("updateSiteRedirectById", `PATCH ${path}/:siteRedirectId`, {
      summary: "Change the source or the destination of a redirect",
      access: onSite("admin"),
      body: RedirectUpdate,
      reply: { 200: Redirect },
      handle: async ({ context, site, body, params }) => {
        const { destination } = body;
        const source = body.source && normalizeSource(body.source);
        if (destination !== undefined) await requireDestination(context, site, destination);
        const row = await context.database.write(async (trx) => {
          const found = await requireRedirect(trx, site, params.siteRedirectId);
          if (source !== undefined && source !== found.source) await requireFreeSource(trx, site, source);
          const changed = {
            ...found,
            ...(source && { source }),
            ...(destination && destinationColumns(destination)),
          };
          await trx.updateTable("site_redirects").set(changed).where(isRow(found)).execute();
          return changed;
        });
        return presentRedirect(row);
      },
    }),

    operation("deleteSiteRedirectById", `DELETE ${path}/:siteRedirectId`, {
      summary: "Delete a redirect",
      access: onSite("admin"),
      reply: { 205: null },
      noopStatus: 204,
      handle: (call) => deleteSiteChild(call, "site_redirects", call.params.siteRedirectId),
    }),

    operation("getSiteRedirectBySource", "GET /orgs/:organizationId/sites/:siteId/redirect", {
      summary: "Find the redirect of a path, and its target URL",
      access: onSharedSite(),
      query: RedirectQuery,
      reply: { 200: FollowedRedirect },
      handle: async (call) => {
        const { context, site, query } = call;
        const source = normalizeSource(query.source);
        const row = await findRedirect(context.database.read, site, { source });
        const root = publishedUrl(context.config.sites, site, shareKeyFor(call));
        if (row === undefined || root === undefined) throw notFound("Site redirect");
        const target = await destinationUrl(context, site, await readView(call), root, row);
        return { redirect: presentRedirect(row), target: requireFound(target, "Site redirect") };
      },
    }),

    ...targetOperations,
    importRedirects,
  ],
};

async function requireFreeSource(trx: Writer, site: SiteRef, source: string): Promise<void> {
  if ((await findRedirect(trx, site, { source })) !== undefined)
    throw conflict(`source: a redirect from ${source} already exists`);
}

async function requireRedirect(db: Reader, site: SiteRef, id: string): Promise<SiteRedirectTable> {
  return requireFound(await findRedirect(db, site, { id }), "Site redirect");
}
