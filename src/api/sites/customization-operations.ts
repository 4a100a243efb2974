import { badInput, notFound } from "../../platform/index.ts";
import { readLarge, type SiteRow, updateSiteRow } from "../../publishing/index.ts";
import type { Reader, SiteSpaceTable, Writer } from "../../storage/database/index.ts";
import { nothingToDo, type Operation, operation } from "../http/index.ts";
import { onSite } from "./access.ts";
import { requireConditions } from "./adaptive-content.ts";
import {
  CustomizationInput,
  CustomizationOverride,
  CustomizationSettings,
  completeCustomization,
  conditionsOf,
  knownCustomization,
  overrideCustomization,
  readLayer,
} from "./customization/index.ts";

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
    handle: async ({ context, site }) => completeCustomization(await readLooks(context.database.read, site)),
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
      const layer = knownCustomization(body);
      await context.database.write(async (trx) => {
        await requireConditions(trx, site, conditionsOf(body));
        await updateSiteRow(trx, site, { customization: keep(layer) });
      });
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
      const looks = await readLooks(context.database.read, site);
      return completeCustomization(looks, readLayer(siteSpace.customization));
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
      const layers = await context.database.write(async (trx) => {
        await requireConditions(trx, site, conditionsOf(body));
        const siteSpace = await findSiteSpace(trx, site, params.siteSpaceId);
        const changed = overrideCustomization(readLayer(siteSpace.customization), body);
        await saveLayer(trx, site, siteSpace, keep(changed));
        return [await readLooks(trx, site), changed];
      });
      return completeCustomization(...layers);
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

/** What was chosen for a site: the rest is as it is by default. */
async function readLooks(db: Reader, site: SiteRow): Promise<CustomizationInput> {
  return readLayer(await readLarge(db, site, "customization"));
}

/** It is read with every page of the site. */
const mostCharacters = 200_000;

function keep(layer: CustomizationInput): string {
  const text = JSON.stringify(layer);
  if (text.length > mostCharacters)
    throw badInput("body", `must be at most ${mostCharacters} characters long`);
  return text;
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
