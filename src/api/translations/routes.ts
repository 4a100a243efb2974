import { type Static, Type } from "@sinclair/typebox";
import type { Urls } from "../../config/index.ts";
import { includesRole, type Role } from "../../identity/roles/index.ts";
import { newId, notFound } from "../../platform/index.ts";
import { languages, type Reader, type TranslationSettingsTable } from "../../storage/database/index.ts";
import {
  type Access,
  HttpUrl,
  ListOf,
  ListQuery,
  nothingToDo,
  type OperationGroup,
  operation,
  readList,
  StringEnum,
  Timestamp,
} from "../http/index.ts";
import {
  findInOrganization,
  type OrganizationRow,
  onOrganization,
  requireRole,
} from "../organizations/index.ts";

const Title = Type.String({ minLength: 1, maxLength: 100 });
const Languages = Type.Array(StringEnum(languages), {
  uniqueItems: true,
  description: "The target languages.",
});

type TranslationSettings = Static<typeof TranslationSettings>;
const TranslationSettings = Type.Object(
  {
    object: Type.Literal("translation-settings"),
    id: Type.String(),
    title: Title,
    languages: Languages,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    permissions: Type.Object({ view: Type.Boolean(), edit: Type.Boolean() }),
    urls: Type.Object({ location: HttpUrl }),
  },
  { title: "TranslationSettings" },
);

/** If `languages` is absent, an update keeps them. */
const TranslationSettingsWrite = Type.Object({ title: Title, languages: Type.Optional(Languages) });

const path = "/orgs/:organizationId/translations";

export const translations: OperationGroup = {
  title: "Translation settings",
  operations: [
    operation("listTranslations", `GET ${path}`, {
      summary: "List the translation settings of an organization",
      access: onOrganization("read"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(TranslationSettings) },
      handle: (call) => {
        const { context, organization } = call;
        return readList(call, {
          matching: matchTranslations(context.database.read, organization.id),
          select: (found) => found.selectAll(),
          keys: ["translation_settings.id"],
          present: (rows) => rows.map((row) => presentTranslation(row, organization.role, context.urls)),
        });
      },
    }),

    operation("createTranslation", `POST ${path}`, {
      summary: "Create translation settings",
      access: onOrganization("create"),
      body: TranslationSettingsWrite,
      reply: { 201: TranslationSettings },
      handle: async ({ context, organization, body: { title, languages = [] } }) => {
        const now = context.clock.now();
        const row = {
          id: newId(),
          organization_id: organization.id,
          title,
          languages: languages.join(","),
          created_at: now,
          updated_at: now,
        };
        await context.database.write((trx) => trx.insertInto("translation_settings").values(row).execute());
        return presentTranslation(row, organization.role, context.urls);
      },
    }),

    operation("getTranslation", `GET ${path}/:translationSettingsId`, {
      summary: "Read translation settings",
      access: onTranslation("read"),
      reply: { 200: TranslationSettings },
      handle: ({ context, organization, translation }) =>
        presentTranslation(translation, organization.role, context.urls),
    }),

    operation("updateTranslation", `PUT ${path}/:translationSettingsId`, {
      summary: "Change translation settings",
      access: onTranslation("create"),
      body: TranslationSettingsWrite,
      reply: { 200: TranslationSettings },
      handle: async ({ context, organization, translation, body: { title, languages } }) => {
        const row = await context.database.write((trx) =>
          trx
            .updateTable("translation_settings")
            .set({
              title,
              ...(languages && { languages: languages.join(",") }),
              updated_at: context.clock.now(),
            })
            .where("organization_id", "=", organization.id)
            .where("id", "=", translation.id)
            .returningAll()
            .executeTakeFirst(),
        );
        if (row === undefined) throw notFound("Translation settings");
        return presentTranslation(row, organization.role, context.urls);
      },
    }),

    operation("deleteTranslation", `DELETE ${path}/:translationSettingsId`, {
      summary: "Delete translation settings",
      access: onOrganization("create"),
      reply: { 205: null },
      noopStatus: 204,
      handle: async ({ context, organization, params: { translationSettingsId } }) => {
        const { numDeletedRows } = await context.database.write((trx) =>
          trx
            .deleteFrom("translation_settings")
            .where("organization_id", "=", organization.id)
            .where("id", "=", translationSettingsId)
            .executeTakeFirst(),
        );
        return numDeletedRows > 0n ? undefined : nothingToDo;
      },
    }),
  ],
};

interface OnTranslation {
  readonly organization: OrganizationRow;
  readonly translation: TranslationSettingsTable;
}

function onTranslation(
  needed: Role,
): Access<OnTranslation, { organizationId: string; translationSettingsId: string }> {
  return {
    rule: `Organization role \`${needed}\` or above`,
    resolve: async (call) => {
      const { read } = call.context.database;
      const { organization, found } = await findInOrganization(
        call,
        "Translation settings",
        (organizationId) =>
          matchTranslations(read, organizationId)
            .where("id", "=", call.params.translationSettingsId)
            .selectAll()
            .executeTakeFirst(),
      );
      requireRole(organization.role, needed);
      return { organization, translation: found };
    },
  };
}

function matchTranslations(db: Reader, organizationId: string) {
  return db
    .selectFrom("translation_settings")
    .where("translation_settings.organization_id", "=", organizationId);
}

function presentTranslation(
  row: TranslationSettingsTable,
  role: Role | null,
  urls: Urls,
): TranslationSettings {
  const codes = row.languages.split(",");
  return {
    object: "translation-settings",
    id: row.id,
    title: row.title,
    languages: codes.flatMap((code) => languages.find((language) => language === code) ?? []),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    permissions: { view: includesRole(role, "read"), edit: includesRole(role, "create") },
    urls: { location: urls.api(`/orgs/${row.organization_id}/translations/${row.id}`) },
  };
}
