import { badInput, notFound, parseRison } from "../../platform/index.ts";
import {
  checkAdaptiveSchema,
  findSiteSpace,
  newAuthKey,
  readAdaptiveSchema,
  readStructureView,
  reservedPaths,
  type SiteRow,
  segmentsInSite,
  siteSpaceSegments,
  templateConditions,
  updateSiteRow,
} from "../../publishing/index.ts";
import { type Context, type Operation, operation } from "../http/index.ts";
import { onSite } from "./access.ts";
import {
  AdaptiveSchemaReply,
  AdaptiveSchemaUpdate,
  PreviewLink,
  PreviewQuery,
  PublishingAuth,
  PublishingAuthUpdate,
  TemplateConditions,
} from "./schema.ts";
import { previewUrl } from "./serve-previews.ts";

const path = "/orgs/:organizationId/sites/:siteId";

/** The schema of visitors' claims, and the key that their tokens are signed with. */
export const visitorOperations: Operation[] = [
  operation("getSiteAdaptiveSchema", `GET ${path}/adaptive-schema`, {
    summary: "Read the schema of the claims about a site's visitors",
    access: onSite("read"),
    reply: { 200: AdaptiveSchemaReply },
    handle: async ({ context, site }) =>
      presentSchema(await readAdaptiveSchema(context.database.read, site), site.adaptive_schema_at),
  }),

  operation("updateSiteAdaptiveSchema", `PUT ${path}/adaptive-schema`, {
    summary: "Replace the schema of the claims about a site's visitors",
    access: onSite("admin"),
    body: AdaptiveSchemaUpdate,
    reply: { 200: AdaptiveSchemaReply },
    handle: async ({ context, site, body }) => {
      checkAdaptiveSchema("jsonSchema", body.jsonSchema);
      const { jsonSchema } = body;
      const now = context.clock.now();
      const changes = { adaptive_schema: JSON.stringify(jsonSchema), adaptive_schema_at: now };
      await context.database.write((trx) => updateSiteRow(trx, site, changes));
      return presentSchema(jsonSchema, now);
    },
  }),

  operation("listSiteAdaptiveTemplateConditions", `GET ${path}/adaptive-schema/template-conditions`, {
    summary: "List conditions generated from the schema of the claims",
    access: onSite("read"),
    reply: { 200: TemplateConditions },
    handle: async ({ context, site }) => {
      const schema = await readAdaptiveSchema(context.database.read, site);
      return { items: schema === undefined ? [] : templateConditions(schema) };
    },
  }),

  operation("getSitePublishingPreviewById", `GET ${path}/publishing/preview`, {
    summary: "Create a link with which the caller can open the site for an hour before it is published",
    access: onSite("read"),
    query: PreviewQuery,
    reply: { 200: PreviewLink },
    handle: async ({ context, caller, site, query }) => {
      const { claims, draft: includesDrafts, target, siteSpace } = query;
      const preview = {
        userId: caller.userId,
        includesDrafts,
        ...(claims !== undefined && { claims: readClaims(claims) }),
      };
      const segments =
        target === undefined
          ? await segmentsOfSiteSpace(context, site, siteSpace)
          : segmentsOfTarget(context, site, target);
      return { url: previewUrl(context, site, preview, segments) };
    },
  }),

  operation("getSitePublishingAuthById", `GET ${path}/publishing/auth`, {
    summary: "Read the settings of visitor authentication, and the key that visitor tokens are signed with",
    access: onSite("admin"),
    reply: { 200: PublishingAuth },
    handle: ({ site }) => presentAuth(site),
  }),

  operation("updateSitePublishingAuthById", `PATCH ${path}/publishing/auth`, {
    summary: "Change the backend or the fallback URL of visitor authentication",
    access: onSite("admin"),
    body: PublishingAuthUpdate,
    reply: { 200: PublishingAuth },
    handle: async ({ context, site, body }) => {
      const changes = {
        ...(body.backend !== undefined && { auth_backend: body.backend }),
        ...(body.fallbackURL !== undefined && { auth_fallback_url: body.fallbackURL }),
      };
      await context.database.write((trx) => updateSiteRow(trx, site, changes));
      return presentAuth({ ...site, ...changes });
    },
  }),

  operation("regenerateSitePublishingAuthById", `POST ${path}/publishing/auth/regenerate`, {
    summary: "Replace the key; tokens signed with the old key become invalid",
    access: onSite("admin"),
    reply: { 200: PublishingAuth },
    handle: async ({ context, site }) => {
      const changes = { auth_key: newAuthKey() };
      await context.database.write((trx) => updateSiteRow(trx, site, changes));
      return presentAuth({ ...site, ...changes });
    },
  }),
];

async function segmentsOfSiteSpace(
  { database }: Context,
  site: SiteRow,
  siteSpaceId: string | undefined,
): Promise<string[]> {
  if (siteSpaceId === undefined) return [];
  const { all } = await readStructureView(database.read, site, undefined);
  return siteSpaceSegments(findSiteSpace(all, siteSpaceId), reservedPaths(all));
}

function segmentsOfTarget({ config }: Context, site: SiteRow, target: string): string[] {
  const segments = segmentsInSite(config.sites, site, target);
  if (segments === undefined) throw badInput("target", "must be a URL of this site");
  return segments;
}

/** The claims are kept in a cookie with the rest of the token. In bytes. */
const maxClaimsLength = 2_000;

/** Whether claims are short enough for a preview. */
export function fitsPreview(claims: object): boolean {
  return Buffer.byteLength(JSON.stringify(claims)) <= maxClaimsLength;
}

function readClaims(text: string): Record<string, unknown> {
  let claims: unknown;
  try {
    claims = parseRison(text);
  } catch (error) {
    throw badInput("claims", error instanceof SyntaxError ? error.message : "is not valid Rison");
  }
  if (typeof claims !== "object" || claims === null || Array.isArray(claims))
    throw badInput("claims", "must be an object in Rison, such as (beta:!t)");
  requireShortClaims(claims);
  return { ...claims };
}

/** Limits the claims of the visitor as whom a site is previewed. */
export function requireShortClaims(claims: object): void {
  if (!fitsPreview(claims))
    throw badInput("claims", `must not have more than ${maxClaimsLength} bytes as JSON`);
}

function presentSchema(jsonSchema: object | undefined, updatedAt: string | null) {
  if (jsonSchema === undefined || updatedAt === null) throw notFound("Adaptive schema");
  return { object: "site-adaptive-schema" as const, jsonSchema, updatedAt };
}

function presentAuth({ auth_backend, auth_key, auth_fallback_url }: SiteRow): PublishingAuth {
  return {
    object: "publishing-auth",
    backend: auth_backend,
    privateKey: auth_key,
    ...(auth_fallback_url !== null && { fallbackURL: auth_fallback_url }),
  };
}
