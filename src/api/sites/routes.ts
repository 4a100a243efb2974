import { sql } from "kysely";
import { deleteSite, selectSites, siteDetailColumns, updateSiteRow } from "../../publishing/index.ts";
import type { Flag } from "../../storage/database/index.ts";
import {
  ListOf,
  nothingToDo,
  type Operation,
  type OperationGroup,
  operation,
  readList,
} from "../http/index.ts";
import { membershipIn, onOrganization } from "../organizations/index.ts";
import { onSite } from "./access.ts";
import { createSite } from "./create-site.ts";
import { customizationOperations } from "./customization-operations.ts";
import { customizationPreviewOperations } from "./customization-previews.ts";
import { listPermissions } from "./list-permissions.ts";
import { presentSite, readSite } from "./present.ts";
import { Site, SiteCreate, SiteListQuery, SiteUpdate } from "./schema.ts";
import { siteAddresses } from "./site-addresses.ts";
import { updateSite } from "./update-site.ts";
import { visitorChecks } from "./visitor-checks.ts";
import { visitorOperations } from "./visitor-operations.ts";

const path = "/orgs/:organizationId/sites";

/** Limits the total length of the customizations on one page of the list. */
const maxCustomizationLength = 8_000_000;

const siteOperations: Operation[] = [
  operation("listSites", `GET ${path}`, {
    summary: "List the sites of an organization",
    isRepeatable: true,
    access: onOrganization("read"),
    query: SiteListQuery,
    reply: { 200: ListOf(Site) },
    handle: (call) =>
      readList(call, {
        matching: selectSites(call.context.database.read, call.organization.id, call.query),
        select: (query) =>
          query
            .innerJoin("organizations", "organizations.id", "sites.organization_id")
            .select(siteDetailColumns),
        keys: ["sites.id"],
        weight: { of: sql<number>`length(sites.customization)`, max: maxCustomizationLength },
        present: (rows) => rows.map((row) => presentSite(call.context, row, call.organization.role)),
      }),
  }),

  operation("createSite", `POST ${path}`, {
    summary: "Create a site with existing spaces or with a new one",
    access: onOrganization("create"),
    body: SiteCreate,
    bodyOptional: true,
    reply: { 201: Site },
    handle: async (call) => {
      const member = membershipIn(call);
      return readSite(call.context, member, await createSite(call.context, member, call.body));
    },
  }),

  operation("getSiteById", `GET ${path}/:siteId`, {
    summary: "Read a site",
    isRepeatable: true,
    access: onSite("read"),
    reply: { 200: Site },
    handle: ({ context, site, member }) => readSite(context, member, site.id),
  }),

  operation("updateSiteById", `PATCH ${path}/:siteId`, {
    summary: "Change the settings of a site",
    access: onSite("admin"),
    body: SiteUpdate,
    reply: { 200: Site },
    handle: async ({ context, site, member, body }) => {
      await context.database.write((trx) => updateSite(context, trx, site, body), site.id);
      return readSite(context, member, site.id);
    },
  }),

  operation("deleteSiteById", `DELETE ${path}/:siteId`, {
    summary: "Delete a site, but not its spaces",
    access: onOrganization("admin"),
    reply: { 205: null },
    noopStatus: 204,
    handle: async ({ context, organization, params }) => {
      const isDeleted = await context.database.write((trx) =>
        deleteSite(trx, organization.id, params.siteId),
      );
      return isDeleted ? undefined : nothingToDo;
    },
  }),

  publishOperation("publish", 1, "Publish a site; its visibility decides who can read it"),
  publishOperation("unpublish", 0, "Unpublish a site"),
];

function publishOperation(name: "publish" | "unpublish", published: Flag, summary: string): Operation {
  return operation(`${name}Site`, `POST ${path}/:siteId/${name}`, {
    summary,
    access: onSite("admin"),
    reply: { 200: Site },
    handle: async ({ context, site, member }) => {
      await context.database.write((trx) => updateSiteRow(trx, site, { published }));
      return readSite(context, member, site.id);
    },
  });
}

export const sites: OperationGroup = {
  title: "Docs sites",
  operations: [
    ...siteOperations,
    siteAddresses,
    listPermissions,
    ...visitorOperations,
    ...visitorChecks,
    ...customizationOperations,
    ...customizationPreviewOperations,
  ],
};
