import { notFound } from "../../platform/index.ts";
import {
  checkAdaptiveSchema,
  findSiteSpace,
  newAuthKey,
  readAdaptiveSchema,
  readStructureView,
  reservedPaths,
  type SiteRow,
  siteSpaceSegments,
  templateConditions,
  updateSiteRow,
} from "../../publishing/index.ts";
import { type Operation, operation } from "../http/index.ts";
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
      const { all } = await readStructureView(context.database.read, site, undefined);
      const location = query.siteSpace === undefined ? undefined : findSiteSpace(all, query.siteSpace);
      const segments = location ? siteSpaceSegments(location, reservedPaths(all)) : [];
      return { url: previewUrl(context, site, caller.userId, segments) };
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
