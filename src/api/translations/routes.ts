import { Type } from "@sinclair/typebox";
import type { Urls } from "../../config/index.ts";
import { includesRole, type Role } from "../../identity/roles/index.ts";
import { newId, notFound } from "../../platform/index.ts";
import { languages, type Reader, type TranslationSettingsTable } from "../../storage/database/index.ts";
import {
  type Access,
  type Chapter,
  ListOf,
  ListQuery,
  nothingToDo,
  operation,
  presentList,
  readPage,
} from "../http/index.ts";
import {
  findInOrganization,
  type OrganizationRow,
  onOrganization,
  requireRole,
} from "../organizations/index.ts";
import { TranslationSettings, TranslationSettingsWrite } from "./schema.ts";

const path = "/orgs/:organizationId/translations";

export const translations: Chapter = {
  title: "Translation settings",
  operations: [
    operation("listTranslations", `GET ${path}`, {
      summary: "List the translation settings of an organization",
      access: onOrganization("read"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(TranslationSettings) },
      handle: async (call) => {
        const { context, organization } = call;
        const page = await readPage(call, {
          matching: matchTranslations(context.database.read, organization.id),
          select: (found) => found.selectAll(),
          keys: ["translation_settings.id"],
          order: "asc",
        });
        return presentList(page, (row) => presentTranslation(row, organization.role, context.urls));
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

/** The settings of the path, for members with at least this role. */
function onTranslation(
  least: Role,
): Access<OnTranslation, { organizationId: string; translationSettingsId: string }> {
  return {
    rule: `Organization role \`${least}\` or above`,
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
      requireRole(organization.role, least);
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
