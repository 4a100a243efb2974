import type { Reader, TranslationSettingsTable } from "../../storage/database/index.ts";

export function matchTranslations(db: Reader, organizationId: string) {
  return db
    .selectFrom("translation_settings")
    .where("translation_settings.organization_id", "=", organizationId);
}

export function findTranslation(
  db: Reader,
  organizationId: string,
  id: string,
): Promise<TranslationSettingsTable | undefined> {
  return matchTranslations(db, organizationId).where("id", "=", id).selectAll().executeTakeFirst();
}
