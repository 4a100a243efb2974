import { type Static, Type } from "@sinclair/typebox";
import { includesRole, type Role } from "../../identity/roles/index.ts";
import { badInput, conflict, newId, notFound, preconditionFailed } from "../../platform/index.ts";
import {
  FontDefinition,
  FontFamily,
  FontWeight,
  maxFontFaces,
  readCustomFonts,
} from "../../publishing/customization/index.ts";
import { isRow, type Writer } from "../../storage/database/index.ts";
import {
  type Context,
  HttpUrl,
  ListOf,
  ListQuery,
  nothingToDo,
  nullable,
  type OperationGroup,
  operation,
  readList,
  StringEnum,
} from "../http/index.ts";
import { onOrganization } from "../organizations/index.ts";
import { createUploadUrl, deleteUnusedFiles, maxFontSize, requireFiles } from "./font-files.ts";

const StorageKey = Type.String({ minLength: 1, maxLength: 512 });

const CustomFont = Type.Object(
  { ...FontDefinition.properties, permissions: Type.Object({ edit: Type.Boolean() }) },
  { title: "CustomFont" },
);

const FontCreate = Type.Object({
  fontFamily: FontFamily,
  fontFaces: Type.Array(Type.Object({ weight: FontWeight, storageKey: StorageKey }), {
    minItems: 1,
    maxItems: maxFontFaces,
    description: "The files by weight. The weight 400 is required.",
  }),
});

const FontUpdate = Type.Object({
  fontFamily: Type.Optional(FontFamily),
  fontFaces: Type.Optional(
    Type.Array(Type.Object({ weight: FontWeight, storageKey: nullable(StorageKey) }), {
      maxItems: maxFontFaces,
      description: "The weights to replace; null removes one.",
    }),
  ),
});

const UploadCreate = Type.Object({
  file: Type.Object({
    name: Type.String({ maxLength: 1000 }),
    type: Type.String({ maxLength: 255 }),
    size: Type.Integer({ minimum: 1, maximum: maxFontSize }),
  }),
  kind: StringEnum(["customization_font"]),
});

const UploadUrl = Type.Object(
  { object: Type.Literal("storage-signed-url"), url: HttpUrl, key: Type.String() },
  { title: "UploadUrl" },
);

/** The number of fonts of an organization. */
const maxFonts = 200;

const path = "/orgs/:organizationId/fonts";

export const fonts: OperationGroup = {
  title: "Custom fonts",
  operations: [
    operation("generateStorageUploadURL", "POST /orgs/:organizationId/storage/upload", {
      summary: "Create a URL to which a file of a font can be uploaded by PUT",
      access: onOrganization("admin"),
      body: UploadCreate,
      reply: { 201: UploadUrl },
      location: ({ url }) => url,
      handle: ({ context, organization, body: { file } }) => ({
        object: "storage-signed-url" as const,
        ...createUploadUrl(context, organization.id, file.size),
      }),
    }),

    operation("listCustomFonts", `GET ${path}`, {
      summary: "List the fonts of an organization",
      access: onOrganization("read"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(CustomFont) },
      handle: (call) => {
        const { context, organization } = call;
        return readList(call, {
          matching: context.database.read
            .selectFrom("custom_fonts")
            .where("custom_fonts.organization_id", "=", organization.id),
          select: (found) => found.select("custom_fonts.id"),
          keys: ["custom_fonts.id"],
          present: (rows) =>
            presentFonts(
              context,
              organization,
              rows.map(({ id }) => id),
            ),
        });
      },
    }),

    operation("createCustomFont", `PUT ${path}`, {
      summary: "Create a font from uploaded files",
      access: onOrganization("admin"),
      body: FontCreate,
      reply: { 201: CustomFont },
      location: ({ id }, { context, params }) => locationOf(context, params.organizationId, id),
      handle: async ({ context, organization, body }) => {
        const id = newId();
        const now = context.clock.now();
        await context.database.write(async (trx) => {
          await requireRoom(trx, organization.id);
          await trx
            .insertInto("custom_fonts")
            .values({
              id,
              organization_id: organization.id,
              family: body.fontFamily,
              created_at: now,
              updated_at: now,
            })
            .execute();
          await setFaces(trx, organization.id, id, body.fontFaces);
        });
        return presentFont(context, organization, id);
      },
    }),

    operation("getCustomFont", `GET ${path}/:fontId`, {
      summary: "Read a font",
      access: onOrganization("read"),
      reply: { 200: CustomFont },
      handle: ({ context, organization, params }) => presentFont(context, organization, params.fontId),
    }),

    operation("updateCustomFont", `POST ${path}/:fontId`, {
      summary: "Change the name or the files of a font, on all sites that use it",
      access: onOrganization("admin"),
      body: FontUpdate,
      reply: { 201: CustomFont },
      location: ({ id }, { context, params }) => locationOf(context, params.organizationId, id),
      handle: async ({ context, organization, params: { fontId: id }, body }) => {
        await context.database.write(async (trx) => {
          const { numUpdatedRows } = await trx
            .updateTable("custom_fonts")
            .set({
              ...(body.fontFamily !== undefined && { family: body.fontFamily }),
              updated_at: context.clock.now(),
            })
            .where(isRow({ organization_id: organization.id, id }))
            .executeTakeFirst();
          if (numUpdatedRows === 0n) throw notFound("Font");
          await setFaces(trx, organization.id, id, body.fontFaces ?? []);
        });
        return presentFont(context, organization, id);
      },
    }),

    operation("deleteCustomFont", `DELETE ${path}/:fontId`, {
      summary: "Delete a font. Sites that use it get their default font",
      access: onOrganization("admin"),
      reply: { 205: null },
      noopStatus: 204,
      handle: ({ context, organization, params: { fontId: id } }) =>
        context.database.write(async (trx) => {
          const row = { organization_id: organization.id, id };
          const font = await trx.selectFrom("custom_fonts").where(isRow(row)).select("id").executeTakeFirst();
          if (font === undefined) return nothingToDo;
          const faces = await readFaces(trx, id);
          await trx.deleteFrom("custom_fonts").where(isRow(row)).execute();
          await deleteUnusedFiles(trx, [...faces.values()]);
          return undefined;
        }),
    }),
  ],
};

function locationOf({ urls }: Context, organizationId: string, id: string): string {
  return urls.api(`/orgs/${organizationId}/fonts/${id}`);
}

async function requireRoom(trx: Writer, organizationId: string): Promise<void> {
  const existing = await trx
    .selectFrom("custom_fonts")
    .where("organization_id", "=", organizationId)
    .select("id")
    .limit(maxFonts)
    .execute();
  if (existing.length >= maxFonts) throw conflict(`An organization can have up to ${maxFonts} fonts`);
}

/** The files of a font by weight. */
async function readFaces(trx: Writer, fontId: string): Promise<Map<number, string>> {
  const rows = await trx
    .selectFrom("custom_font_faces")
    .where("font_id", "=", fontId)
    .select(["weight", "file_id"])
    .execute();
  return new Map(rows.map(({ weight, file_id }) => [weight, file_id]));
}

type FaceChange = NonNullable<Static<typeof FontUpdate>["fontFaces"]>[number];

/** Replaces and removes weights of a font, and deletes files that are no longer used. */
async function setFaces(
  trx: Writer,
  organizationId: string,
  fontId: string,
  changes: readonly FaceChange[],
): Promise<void> {
  const weights = changes.map(({ weight }) => weight);
  const repeated = weights.findIndex((weight, i) => weights.indexOf(weight) !== i);
  if (repeated !== -1) throw badInput(`fontFaces[${repeated}].weight`, "must not be repeated");
  const set = changes.flatMap(({ weight, storageKey }, i) =>
    storageKey === null ? [] : [{ weight, key: storageKey, field: `fontFaces[${i}].storageKey` }],
  );
  const before = await readFaces(trx, fontId);
  const fileIds = set.length === 0 ? [] : await requireFiles(trx, organizationId, set);
  const after = new Map(before);
  for (const weight of weights) after.delete(weight);
  for (const [i, { weight }] of set.entries()) after.set(weight, fileIds[i] ?? "");
  if (!after.has(400)) throw preconditionFailed("fontFaces: must include the weight 400");
  if (after.size > maxFontFaces)
    throw preconditionFailed(`fontFaces: a font can have up to ${maxFontFaces} weights`);
  if (weights.length > 0)
    await trx
      .deleteFrom("custom_font_faces")
      .where("font_id", "=", fontId)
      .where("weight", "in", weights)
      .execute();
  if (set.length > 0)
    await trx
      .insertInto("custom_font_faces")
      .values(set.map(({ weight }, i) => ({ font_id: fontId, weight, file_id: fileIds[i] ?? "" })))
      .execute();
  await deleteUnusedFiles(trx, [...before.values()]);
}

interface OrganizationOfCaller {
  readonly id: string;
  readonly role: Role | null;
}

async function presentFonts(
  { database, fileLinks }: Context,
  { id: organizationId, role }: OrganizationOfCaller,
  ids: readonly string[],
) {
  const found = await readCustomFonts(database.read, fileLinks, organizationId, ids);
  const permissions = { edit: includesRole(role, "admin") };
  return ids.flatMap((id) => {
    const font = found.get(id);
    return font === undefined ? [] : [{ ...font, permissions }];
  });
}

async function presentFont(context: Context, organization: OrganizationOfCaller, id: string) {
  const [font] = await presentFonts(context, organization, [id]);
  if (font === undefined) throw notFound("Font");
  return font;
}
