import { type Static, Type } from "@sinclair/typebox";
import { badInput, requireFound } from "../../platform/index.ts";
import {
  type Claims,
  findClaimProblems,
  findPublishedSpaces,
  findSiteSpace,
  mergeClaims,
  publishedUrl,
  readAdaptiveSchema,
  readStructureView,
  readVisitorJwt,
  type SiteRow,
  type SiteSpacePart,
  type StructureItem,
  signVisitorJwt,
  siteSpacesOf,
  verifyVisitorJwt,
} from "../../publishing/index.ts";
import {
  type Call,
  type Context,
  HttpUrl,
  type Operation,
  operation,
  StringEnum,
  Timestamp,
} from "../http/index.ts";
import { type OnSite, onSite } from "./access.ts";
import { previewUrl } from "./serve-previews.ts";
import { fitsPreview } from "./visitor-operations.ts";
import { countVisiblePages, VisitorPages } from "./visitor-pages.ts";

const path = "/orgs/:organizationId/sites/:siteId";

const ClaimsObject = Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true });

const VisitorCheckInput = Type.Object({
  token: Type.Optional(Type.String({ maxLength: 8192, description: "A JWT, or the URL that contains it." })),
  claims: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      ...ClaimsObject,
      description: "The claims of a new token, instead of `token`. Those under `unsigned` are not signed.",
    }),
  ),
  expiresIn: Type.Integer({
    minimum: 60,
    maximum: 86_400,
    default: 3600,
    description: "How long the new token is valid, in seconds. The claim `exp` takes precedence.",
  }),
});

type VisiblePart = Static<typeof VisiblePart>;
const VisiblePart = Type.Object({
  kind: StringEnum(["site-section-group", "site-section", "site-space"]),
  id: Type.String(),
  title: Type.String(),
  depth: Type.Integer({ description: "The number of parts around it." }),
  visible: Type.Boolean(),
  draft: Type.Boolean(),
  condition: Type.Optional(Type.String()),
});

const VisitorCheck = Type.Object(
  {
    object: Type.Literal("visitor-check"),
    valid: Type.Boolean(),
    reason: Type.Optional(Type.String({ description: "Why the token is not valid." })),
    token: Type.Optional(Type.String({ description: "The token, unless it is malformed." })),
    claims: ClaimsObject,
    issuedAt: Type.Optional(Timestamp),
    notBefore: Type.Optional(Timestamp),
    expiresAt: Type.Optional(Timestamp),
    problems: Type.Array(
      Type.Object({
        claim: Type.String(),
        problem: StringEnum(["unknown", "type", "value"]),
        expected: Type.Optional(Type.String()),
      }),
      { description: "How the claims differ from the adaptive schema." },
    ),
    parts: Type.Array(VisiblePart, { description: "The parts of the site in order." }),
    urls: Type.Object({
      site: Type.Optional(
        Type.String({
          ...HttpUrl,
          description: "Opens the site as this visitor. Absent if the token is not valid.",
        }),
      ),
    }),
  },
  { title: "VisitorCheck" },
);

/** What a visitor with a token sees. Only admins may sign tokens. */
export const visitorChecks: Operation[] = [
  operation("checkSiteVisitor", `POST ${path}/publishing/auth/check`, {
    summary:
      "Check the token of a visitor, or sign one with claims, and list the parts of the site that they see",
    access: onSite("admin"),
    body: VisitorCheckInput,
    reply: { 200: VisitorCheck },
    handle: async (call) => {
      const { context, site } = call;
      const checked = await checkToken(call, call.body);
      const { claims, valid, token, unsigned } = checked;
      const seen = mergeClaims(site, valid ? claims : {}, unsigned);
      const [schema, parts] = await Promise.all([
        readAdaptiveSchema(context.database.read, site),
        listParts(context, site, seen),
      ]);
      const url = valid && token !== undefined ? openUrl(call, token, claims, unsigned) : undefined;
      const shown = { ...claims, ...(Object.keys(unsigned).length > 0 && { unsigned }) };
      return {
        object: "visitor-check" as const,
        valid,
        ...(checked.reason !== undefined && { reason: checked.reason }),
        ...(token !== undefined && { token }),
        claims: shown,
        ...timesOf(claims),
        problems: schema === undefined ? [] : findClaimProblems(schema, shown),
        parts,
        urls: url === undefined ? {} : { site: url },
      };
    },
  }),

  operation("checkSiteVisitorPages", `POST ${path}/site-spaces/:siteSpaceId/visitor-pages`, {
    summary:
      "Count the pages of a site space that a visitor with these claims sees, and list those with conditions",
    access: onSite("admin"),
    body: Type.Object({ claims: ClaimsObject }),
    reply: { 200: VisitorPages },
    handle: async ({ context, site, params, body }) => {
      const { all } = await readStructureView(context.database.read, site, undefined);
      const { siteSpace } = findSiteSpace(all, params.siteSpaceId);
      const spaces = await findPublishedSpaces(context, site, [siteSpace.spaceId]);
      const { content } = requireFound(spaces.get(siteSpace.spaceId), "Site space");
      const { unsigned, ...signed } = body.claims;
      return countVisiblePages(content, mergeClaims(site, signed, { ...Object(unsigned) }));
    },
  }),
];

interface CheckedToken {
  readonly valid: boolean;
  readonly reason?: string;
  readonly token?: string;
  /** Without those that are not signed. */
  readonly claims: Claims;
  readonly unsigned: Claims;
}

async function checkToken(
  { context, site }: Call & OnSite,
  { token: text, claims, expiresIn }: Static<typeof VisitorCheckInput>,
): Promise<CheckedToken> {
  if ((text === undefined) === (claims === undefined))
    throw badInput("token", "or `claims` is required, and not both");
  const now = context.clock.time();
  if (claims !== undefined) {
    const { unsigned, ...signed } = claims;
    const iat = Math.floor(now / 1000);
    const token = await signVisitorJwt(site.auth_key, { iat, exp: iat + expiresIn, ...signed });
    return { ...(await verifyToken(site, token, now)), unsigned: { ...Object(unsigned) } };
  }
  const pasted = text?.trim() ?? "";
  const inUrl = URL.parse(pasted)?.searchParams.get("jwt_token");
  return { ...(await verifyToken(site, inUrl ?? pasted, now)), unsigned: {} };
}

async function verifyToken(site: SiteRow, token: string, now: number) {
  const claims = readVisitorJwt(token);
  const { invalidJwt } = await verifyVisitorJwt(site.auth_key, token, now);
  return {
    valid: invalidJwt === undefined,
    ...(invalidJwt !== undefined && { reason: invalidJwt }),
    ...(claims && { token }),
    claims: claims ?? {},
  };
}

function timesOf({ iat, nbf, exp }: Claims) {
  const issuedAt = timeOf(iat);
  const notBefore = timeOf(nbf);
  const expiresAt = timeOf(exp);
  return {
    ...(issuedAt && { issuedAt }),
    ...(notBefore && { notBefore }),
    ...(expiresAt && { expiresAt }),
  };
}

/** The time of a numeric claim, which is in seconds. */
function timeOf(seconds: unknown): string | undefined {
  const date = new Date(typeof seconds === "number" ? seconds * 1000 : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** The URL at which a browser becomes this visitor: of the published site, or of its preview. Undefined if there is none. */
function openUrl({ context, caller, site }: Call & OnSite, token: string, claims: Claims, unsigned: Claims) {
  if (site.published === 0) {
    const preview = { userId: caller.userId, claims: { ...claims, unsigned } };
    return fitsPreview(preview.claims) ? previewUrl(context, site, preview) : undefined;
  }
  const root = publishedUrl(context.config.sites, site, site.share_key);
  if (root === undefined) return undefined;
  const url = new URL(root);
  url.searchParams.set("jwt_token", token);
  for (const [name, value] of Object.entries(unsigned))
    if (["string", "number", "boolean"].includes(typeof value))
      url.searchParams.set(`visitor.${name}`, String(value));
  return url.href;
}

async function listParts(context: Context, site: SiteRow, claims: Claims): Promise<VisiblePart[]> {
  const { all, visible } = await readStructureView(context.database.read, site, claims);
  const shown = new Set<string>();
  const collect = (items: readonly StructureItem[]) => {
    for (const item of items) {
      shown.add(item.id);
      if ("children" in item) collect(item.children);
    }
  };
  collect(visible.items);
  const located = siteSpacesOf(all);
  for (const { siteSpace } of siteSpacesOf(visible)) shown.add(siteSpace.id);
  const ids = new Set(located.map(({ siteSpace }) => siteSpace.spaceId));
  const spaces = await findPublishedSpaces(context, site, [...ids]);
  const parts: VisiblePart[] = [];
  const add = (
    kind: VisiblePart["kind"],
    { id, isDraft }: { readonly id: string; readonly isDraft: boolean },
    title: string,
    depth: number,
    condition: string | null,
  ) =>
    parts.push({
      ...{ kind, id, title, depth, visible: shown.has(id), draft: isDraft },
      ...(condition !== null && { condition }),
    });
  const addSpaces = (siteSpaces: readonly SiteSpacePart[], depth: number) => {
    for (const part of siteSpaces)
      if (!part.isTrashed)
        add("site-space", part, spaces.get(part.spaceId)?.title ?? "", depth, part.condition);
  };
  const addItems = (items: readonly StructureItem[], depth: number) => {
    for (const item of items) {
      add(item.kind, item, item.title, depth, "condition" in item ? item.condition : null);
      if ("children" in item) addItems(item.children, depth + 1);
      else addSpaces(item.siteSpaces, depth + 1);
    }
  };
  addItems(all.items, 0);
  addSpaces(all.siteSpaces, 0);
  return parts;
}
