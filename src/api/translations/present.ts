import type { Urls } from "../../config/index.ts";
import { includesRole, type Role } from "../../identity/roles/index.ts";
import { languages, type TranslationSettingsTable } from "../../storage/database/index.ts";
import type { TranslationSettings } from "./schema.ts";

/** Translation settings, to a member with this role in the organization. */
export function presentTranslation(
  row: TranslationSettingsTable,
  role: Role | null,
  urls: Urls,
): TranslationSettings {
  return {
    object: "translation-settings",
    id: row.id,
    title: row.title,
    languages: languagesIn(row.languages),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    permissions: { view: includesRole(role, "read"), edit: includesRole(role, "create") },
    urls: { location: urls.api(`/orgs/${row.organization_id}/translations/${row.id}`) },
  };
}

/** In the order in which they were given. */
function languagesIn(joined: string): TranslationSettings["languages"] {
  return joined.split(",").flatMap((code) => languages.find((language) => language === code) ?? []);
}
