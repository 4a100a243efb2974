import { hash } from "node:crypto";
import { badInput, preconditionFailed, requireFound } from "../../platform/index.ts";
import {
  CustomizationInput,
  CustomizationOverride,
  completeCustomization,
  conditionsOf,
  customFontIds,
  normalizeCustomization,
  overrideCustomization,
  parseCustomization,
  presentCustomization,
  readCustomFonts,
  SiteCustomization,
  withCustomFonts,
} from "../../publishing/customization/index.ts";
import { readLargeColumn, type SiteRow, updateSiteRow, validateConditions } from "../../publishing/index.ts";
import { isRow, type Reader, type Writer } from "../../storage/database/index.ts";
import { type Context, nothingToDo, type Operation, operation, satisfiesIfMatch } from "../http/index.ts";
import { onSite } from "./access.ts";

const path = "/orgs/:organizationId/sites/:siteId";
const siteSpacePath = `${path}/site-spaces/:siteSpaceId/customization` as const;

/** Limits the JSON text of a customization, which is read with every page of the site. */
const maxLength = 200_000;

export const customizationOperations: Operation[] = [
  operation("getSiteCustomizationById", `GET ${path}/customization`, {
    summary: "Read the customization of a site",
    access: onSite("read"),
    reply: { 200: SiteCustomization },
    handle: async ({ context, site }) =>
      present(context, site, await readSiteCustomization(context.database.read, site)),
  }),

  operation("updateSiteCustomizationById", `PUT ${path}/customization`, {
    summary: "Replace the customization of a site; absent fields get their defaults",
    access: onSite("admin"),
    body: CustomizationInput,
    reply: { 200: SiteCustomization },
    handle: async ({ context, site, body, ifMatch }) => {
      const customization = normalizeCustomization(body);
      await context.database.write(async (trx) => {
        await validateConditions(trx, site, conditionsOf(body));
        if (ifMatch !== undefined) requireVersion(ifMatch, await readLargeColumn(trx, site, "customization"));
        await updateSiteRow(trx, site, { customization: serialize(customization) });
      });
      return present(context, site, customization);
    },
  }),

  operation("getSiteSpaceCustomizationById", `GET ${siteSpacePath}`, {
    summary: "Read the customization of a site space",
    access: onSite("read"),
    reply: { 200: SiteCustomization },
    handle: async ({ context, site, params }) => {
      const { read } = context.database;
      const overrides = parseCustomization(await readOverrides(read, site, params.siteSpaceId));
      return present(context, site, await readSiteCustomization(read, site), overrides);
    },
  }),

  operation("overrideSiteSpaceCustomizationById", `PATCH ${siteSpacePath}`, {
    summary: "Override the site's customization for a site space; null removes an override",
    access: onSite("admin"),
    body: CustomizationOverride,
    reply: { 200: SiteCustomization },
    handle: async ({ context, site, body, params, ifMatch }) => {
      const layers = await context.database.write(async (trx) => {
        await validateConditions(trx, site, conditionsOf(body));
        const stored = await readOverrides(trx, site, params.siteSpaceId);
        requireVersion(ifMatch, stored);
        const changed = overrideCustomization(parseCustomization(stored), body);
        await saveOverrides(trx, site, params.siteSpaceId, serialize(changed));
        return [await readSiteCustomization(trx, site), changed];
      });
      return present(context, site, ...layers);
    },
  }),

  operation("deleteSiteSpaceCustomizationById", `DELETE ${siteSpacePath}`, {
    summary: "Remove all customization overrides of a site space",
    access: onSite("admin"),
    reply: { 205: null },
    noopStatus: 204,
    handle: ({ context, site, params }) =>
      context.database.write(async (trx) => {
        if ((await readOverrides(trx, site, params.siteSpaceId)) === null) return nothingToDo;
        await saveOverrides(trx, site, params.siteSpaceId, null);
        return undefined;
      }),
  }),
];

async function present(
  { database, fileLinks }: Context,
  { organization_id }: SiteRow,
  ...layers: CustomizationInput[]
) {
  const fonts = await readCustomFonts(database.read, fileLinks, organization_id, customFontIds(...layers));
  const current = layers.map((layer) => withCustomFonts(layer, fonts, fileLinks));
  return presentCustomization(completeCustomization(...current));
}

/** Identifies the stored settings of a site or a site space. */
export function versionOf(stored: string | null): string {
  return hash("sha256", stored ?? "", "base64url").slice(0, 27);
}

function requireVersion(ifMatch: string | undefined, stored: string | null): void {
  if (!satisfiesIfMatch(ifMatch, `"${versionOf(stored)}"`))
    throw preconditionFailed("The customization has changed since it was read: read it again");
}

async function readSiteCustomization(db: Reader, site: SiteRow): Promise<CustomizationInput> {
  return parseCustomization(await readLargeColumn(db, site, "customization"));
}

function serialize(customization: CustomizationInput): string {
  const text = JSON.stringify(customization);
  if (text.length > maxLength) throw badInput("body", `must be at most ${maxLength} characters long`);
  return text;
}

/** The stored overrides of a site space, as JSON text. */
async function readOverrides(db: Reader, site: SiteRow, siteSpaceId: string): Promise<string | null> {
  const found = await db
    .selectFrom("site_spaces")
    .where(isRow({ organization_id: site.organization_id, id: siteSpaceId }))
    .where("site_id", "=", site.id)
    .select("customization")
    .executeTakeFirst();
  return requireFound(found, "Site space").customization;
}

async function saveOverrides(
  trx: Writer,
  { organization_id }: SiteRow,
  id: string,
  customization: string | null,
): Promise<void> {
  await trx.updateTable("site_spaces").set({ customization }).where(isRow({ organization_id, id })).execute();
}
