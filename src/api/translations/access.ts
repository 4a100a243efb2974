import type { Role } from "../../identity/roles/index.ts";
import type { TranslationSettingsTable } from "../../storage/database/index.ts";
import type { Access } from "../http/index.ts";
import { findInOrganization, type OrganizationRow, requireRole } from "../organizations/index.ts";
import { findTranslation } from "./store.ts";

interface OnTranslation {
  readonly organization: OrganizationRow;
  readonly translation: TranslationSettingsTable;
}

/** The settings that the path names, for members with at least this role. */
export function onTranslation(
  least: Role,
): Access<OnTranslation, { organizationId: string; translationSettingsId: string }> {
  return {
    rule: `Organization role \`${least}\` or above`,
    resolve: async (call) => {
      const { read } = call.context.database;
      const { organization, found } = await findInOrganization(
        call,
        "Translation settings",
        (organizationId) => findTranslation(read, organizationId, call.params.translationSettingsId),
      );
      requireRole(organization.role, least);
      return { organization, translation: found };
    },
  };
}
