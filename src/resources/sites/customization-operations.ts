import type { Reader, Writer } from "../../database/database.ts";
import type { SiteSpaceTable } from "../../database/tables.ts";
import { notFound } from "../../errors.ts";
import { nothingToDo, type Operation, operation } from "../../http/operation.ts";
import { checkCondition } from "../../publishing/conditions.ts";
import { onSite } from "./access.ts";
import { schemaOf } from "./adaptive-content.ts";
import {
  completeCustomization,
  conditionsOf,
  knownCustomization,
  overrideCustomization,
} from "./customization/layers.ts";
import { CustomizationInput, CustomizationOverride, CustomizationSettings } from "./customization/schema.ts";
import { type SiteRow, updateSiteRow } from "./store.ts";

const path = "/orgs/:organizationId/sites/:siteId";
const ofSiteSpace = `${path}/site-spaces/:siteSpaceId/customization` as const;

export const customizationOperations: Operation[] = [
  operation({
    id: "getSiteCustomizationById",
    method: "GET",
    path: `${path}/customization`,
    summary: "Read how a site looks",
    access: onSite("read"),
    reply: { 200: CustomizationSettings },
    handle: ({ site }) => completeCustomization(readLayer(site)),
  }),

  operation({
    id: "updateSiteCustomizationById",
    method: "PUT",
    path: `${path}/customization`,
    summary: "Change how a site looks; what is left out gets its default",
    access: onSite("admin"),
    body: CustomizationInput,
    reply: { 200: CustomizationSettings },
    handle: async ({ context, site, body }) => {
      checkConditions(site, body);
      const layer = knownCustomization(body);
      const customization = JSON.stringify(layer);
      await context.database.write((trx) => updateSiteRow(trx, site, { customization }));
      return completeCustomization(layer);
    },
  }),

  operation({
    id: "getSiteSpaceCustomizationById",
    method: "GET",
    path: ofSiteSpace,
    summary: "Read how a space looks in a site",
    access: onSite("read"),
    reply: { 200: CustomizationSettings },
    handle: async ({ context, site, params }) => {
      const siteSpace = await findSiteSpace(context.database.read, site, params.siteSpaceId);
      return completeCustomization(readLayer(site), readLayer(siteSpace));
    },
  }),

  operation({
    id: "overrideSiteSpaceCustomizationById",
    method: "PATCH",
    path: ofSiteSpace,
    summary: "Let a space look different from its site; null takes a difference away",
    access: onSite("admin"),
    body: CustomizationOverride,
    reply: { 200: CustomizationSettings },
    handle: async ({ context, site, body, params }) => {
      checkConditions(site, body);
      const layer = await context.database.write(async (trx) => {
        const siteSpace = await findSiteSpace(trx, site, params.siteSpaceId);
        const changed = overrideCustomization(readLayer(siteSpace), body);
        await saveLayer(trx, site, siteSpace, JSON.stringify(changed));
        return changed;
      });
      return completeCustomization(readLayer(site), layer);
    },
  }),

  operation({
    id: "deleteSiteSpaceCustomizationById",
    method: "DELETE",
    path: ofSiteSpace,
    summary: "Let a space look as its site does",
    access: onSite("admin"),
    reply: { 205: null },
    idleStatus: 204,
    handle: ({ context, site, params }) =>
      context.database.write(async (trx) => {
        const siteSpace = await findSiteSpace(trx, site, params.siteSpaceId);
        if (siteSpace.customization === null) return nothingToDo;
        await saveLayer(trx, site, siteSpace, null);
        return undefined;
      }),
  }),
];

/** What was chosen: the rest is as the site has it, or the defaults. */
export function readLayer({ customization }: { readonly customization: string | null }): CustomizationInput {
  return JSON.parse(customization ?? "{}");
}

function checkConditions(site: SiteRow, body: CustomizationOverride): void {
  for (const { field, condition } of conditionsOf(body)) checkCondition(field, condition, schemaOf(site));
}

async function findSiteSpace(db: Reader, site: SiteRow, id: string): Promise<SiteSpaceTable> {
  const found = await db
    .selectFrom("site_spaces")
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .where("id", "=", id)
    .selectAll()
    .executeTakeFirst();
  if (found === undefined) throw notFound("Site space");
  return found;
}

async function saveLayer(
  trx: Writer,
  site: SiteRow,
  { id }: SiteSpaceTable,
  customization: string | null,
): Promise<void> {
  await trx
    .updateTable("site_spaces")
    .set({ customization })
    .where("site_id", "=", site.id)
    .where("id", "=", id)
    .execute();
}
