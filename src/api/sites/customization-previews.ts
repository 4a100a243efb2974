import { type Static, Type } from "@sinclair/typebox";
import { badInput, patternMessage } from "../../platform/index.ts";
import {
  CustomizationInput,
  conditionsOf,
  defaultCustomization,
  normalizeCustomization,
  parseCustomization,
  presentCustomization,
  SiteCustomization,
  StoredCustomization,
} from "../../publishing/customization/index.ts";
import {
  type CustomizationPreview,
  newPreviewKey,
  previewUrl,
  readLargeColumn,
  type SiteRow,
  storeCustomizationPreview,
  validateConditions,
} from "../../publishing/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import { HttpUrl, type Operation, operation, StringEnum, Timestamp } from "../http/index.ts";
import { onSite } from "./access.ts";
import { versionOf } from "./customization-operations.ts";
import { requireShortClaims } from "./visitor-operations.ts";

const path = "/orgs/:organizationId/sites/:siteId/customization";

/** Limits the JSON text of a preview: the customization of a site, and that of a site space. */
const maxLength = 400_000;

/** The number of site spaces whose overrides are returned. */
const maxSiteSpaces = 1_000;

const Version = Type.String({
  description: "Identifies the state. With `If-Match`, a change is refused if the state is another one.",
});

const StoredCustomizations = Type.Object(
  {
    object: Type.Literal("stored-site-customization"),
    defaults: SiteCustomization,
    customization: StoredCustomization,
    version: Version,
    siteSpaces: Type.Array(
      Type.Object({ id: Type.String(), customization: StoredCustomization, version: Version }),
      { description: "The site spaces with overrides." },
    ),
  },
  { title: "StoredSiteCustomization" },
);

const PreviewUpdate = Type.Object({
  id: Type.String({
    pattern: "^[\\w-]{1,64}$",
    [patternMessage]: "must have up to 64 letters, digits, _ or -",
    default: "preview",
    description: "Which of the caller's previews of the site is replaced. Each has its own URL.",
  }),
  customization: Type.Optional({
    ...CustomizationInput,
    description: "The customization of the site. By default, the stored one.",
  }),
  siteSpaces: Type.Optional(
    Type.Record(Type.String({ maxLength: 64 }), CustomizationInput, {
      description: "The overrides of site spaces by id. By default, the stored ones.",
    }),
  ),
  claims: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: "The claims of the visitor as whom the site is seen.",
    }),
  ),
  draft: Type.Boolean({ default: false, description: "Whether parts that are drafts are shown." }),
  mode: Type.Optional(StringEnum(["light", "dark"])),
});

const Preview = Type.Object(
  {
    object: Type.Literal("site-customization-preview"),
    expiresAt: Timestamp,
    urls: Type.Object({
      preview: Type.String({
        ...HttpUrl,
        description: "The site with the customization. It has a secret key.",
      }),
    }),
  },
  { title: "SiteCustomizationPreview" },
);

/** Reading what is stored of a customization, and previewing one that is not. */
export const customizationPreviewOperations: Operation[] = [
  operation("getStoredSiteCustomization", `GET ${path}/stored`, {
    summary: "Read the fields that were set for a site and its site spaces, without defaults",
    access: onSite("read"),
    reply: { 200: StoredCustomizations },
    handle: async ({ context, site }) => {
      const { read } = context.database;
      const stored = await readLargeColumn(read, site, "customization");
      return {
        object: "stored-site-customization" as const,
        defaults: presentCustomization(defaultCustomization),
        customization: parseCustomization(stored),
        version: versionOf(stored),
        siteSpaces: (await readAllOverrides(read, site)).map(({ id, customization }) => ({
          id,
          customization: parseCustomization(customization),
          version: versionOf(customization),
        })),
      };
    },
  }),

  operation("previewSiteCustomization", `PUT ${path}/preview`, {
    summary:
      "Preview a customization before it is saved: only the caller gets the URL, which is valid for an hour",
    access: onSite("read"),
    body: PreviewUpdate,
    reply: { 200: Preview },
    handle: async ({ context, caller, site, body }) => {
      const preview = await readPreview(context.database.read, site, body);
      const input = { id: body.id, userId: caller.userId, preview };
      const { key, expiresAt } = await context.database.write((trx) =>
        storeCustomizationPreview(trx, site, input, newPreviewKey(), context.clock.now()),
      );
      const urls = { preview: previewUrl(context.config, key, site.id) };
      return { object: "site-customization-preview" as const, expiresAt, urls };
    },
  }),
];

async function readPreview(
  db: Reader,
  site: SiteRow,
  { customization, siteSpaces = {}, claims, draft, mode }: Static<typeof PreviewUpdate>,
): Promise<CustomizationPreview> {
  const overrides = Object.entries(siteSpaces);
  const layers = [
    ["customization", customization ?? {}] as const,
    ...overrides.map(([id, part]) => [`siteSpaces.${id}`, part] as const),
  ];
  const conditions = layers.flatMap(([name, layer]) =>
    conditionsOf(layer).map(({ field, condition }) => ({ field: `${name}.${field}`, condition })),
  );
  await validateConditions(db, site, conditions);
  if (claims !== undefined) requireShortClaims(claims);
  const preview = {
    ...(customization && { site: normalizeCustomization(customization) }),
    siteSpaces: Object.fromEntries(overrides.map(([id, part]) => [id, normalizeCustomization(part)])),
    ...(claims && { claims }),
    includesDrafts: draft,
    ...(mode && { mode }),
  };
  if (JSON.stringify(preview).length > maxLength)
    throw badInput("body", `must be at most ${maxLength} characters long`);
  return preview;
}

function readAllOverrides(db: Reader, { id, organization_id }: SiteRow) {
  return db
    .selectFrom("site_spaces")
    .where("organization_id", "=", organization_id)
    .where("site_id", "=", id)
    .where("customization", "is not", null)
    .select(["id", "customization"])
    .orderBy("id")
    .limit(maxSiteSpaces)
    .execute();
}
