import { Type } from "@sinclair/typebox";
import { newId, notFound } from "../../platform/index.ts";
import {
  type Chapter,
  ListOf,
  ListQuery,
  nothingToDo,
  operation,
  presentList,
  readPage,
} from "../http/index.ts";
import { onOrganization } from "../organizations/index.ts";
import { onTranslation } from "./access.ts";
import { presentTranslation } from "./present.ts";
import { TranslationSettings, TranslationSettingsWrite } from "./schema.ts";
import { findTranslation, matchTranslations } from "./store.ts";

const path = "/orgs/:organizationId/translations";

export const translations: Chapter = {
  title: "Translation settings",
  operations: [
    operation({
      id: "listTranslations",
      method: "GET",
      path,
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

    operation({
      id: "createTranslation",
      method: "POST",
      path,
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

    operation({
      id: "getTranslation",
      method: "GET",
      path: `${path}/:translationSettingsId`,
      summary: "Read translation settings",
      access: onTranslation("read"),
      reply: { 200: TranslationSettings },
      handle: ({ context, organization, translation }) =>
        presentTranslation(translation, organization.role, context.urls),
    }),

    operation({
      id: "updateTranslation",
      method: "PUT",
      path: `${path}/:translationSettingsId`,
      summary: "Change translation settings",
      access: onTranslation("create"),
      body: TranslationSettingsWrite,
      reply: { 200: TranslationSettings },
      handle: async ({ context, organization, translation, body: { title, languages } }) => {
        const row = await context.database.write(async (trx) => {
          await trx
            .updateTable("translation_settings")
            .set({
              title,
              ...(languages && { languages: languages.join(",") }),
              updated_at: context.clock.now(),
            })
            .where("organization_id", "=", organization.id)
            .where("id", "=", translation.id)
            .execute();
          return findTranslation(trx, organization.id, translation.id);
        });
        if (row === undefined) throw notFound("Translation settings");
        return presentTranslation(row, organization.role, context.urls);
      },
    }),

    operation({
      id: "deleteTranslation",
      method: "DELETE",
      path: `${path}/:translationSettingsId`,
      summary: "Delete translation settings",
      access: onOrganization("create"),
      reply: { 205: null },
      idleStatus: 204,
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
