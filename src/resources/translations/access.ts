import { includesRole, type Role } from "../../access/roles.ts";
import type { TranslationSettingsTable } from "../../database/tables.ts";
import { notFound } from "../../errors.ts";
import type { Access } from "../../http/operation.ts";
import { onOrganization, requireRole } from "../organizations/access.ts";
import type { OrganizationRow } from "../organizations/store.ts";
import { findTranslation } from "./store.ts";

interface OnTranslation {
  readonly organization: OrganizationRow;
  readonly translation: TranslationSettingsTable;
}

/** The settings that the path names, for members with at least this role. To guests there are none. */
export function onTranslation(
  least: Role,
): Access<OnTranslation, { organizationId: string; translationSettingsId: string }> {
  const onItsOrganization = onOrganization("guest");
  return {
    rule: `Organization role \`${least}\` or above`,
    resolve: async (call) => {
      const { organization } = await onItsOrganization.resolve(call);
      const translation = includesRole(organization.role, "read")
        ? await findTranslation(
            call.context.database.read,
            organization.id,
            call.params.translationSettingsId,
          )
        : undefined;
      if (translation === undefined) throw notFound("Translation settings");
      requireRole(organization.role, least);
      return { organization, translation };
    },
  };
}
