import { findProvider, hasSameTrust, requireCertificates } from "../../identity/saml/index.ts";
import { badInput, newId } from "../../platform/index.ts";
import { isRow, type SamlProviderTable, type Writer } from "../../storage/database/index.ts";
import type { SamlProviderUpdate } from "./schema.ts";

export async function createProvider(
  trx: Writer,
  organization: { readonly id: string; readonly default_role: SamlProviderTable["default_role"] },
  fields: SamlProviderUpdate & { label: string },
  now: string,
): Promise<SamlProviderTable> {
  const provider: SamlProviderTable = {
    id: newId(),
    organization_id: organization.id,
    label: fields.label,
    sso_url: null,
    entity_id: null,
    certificate: null,
    default_team_id: null,
    // The same default as for invited users.
    default_role: organization.default_role,
    created_at: now,
    ...(await changesOf(trx, organization.id, fields)),
  };
  await trx.insertInto("saml_providers").values(provider).execute();
  return provider;
}

/** Returns undefined if the provider was deleted in the meantime. Ends its sessions if it is no longer trusted as before. */
export async function updateProvider(
  trx: Writer,
  { organization_id, id }: SamlProviderTable,
  fields: SamlProviderUpdate,
): Promise<SamlProviderTable | undefined> {
  const previous = await findProvider(trx, organization_id, id);
  if (previous === undefined) return undefined;
  const changed = { ...previous, ...(await changesOf(trx, organization_id, fields)) };
  const { label, sso_url, entity_id, certificate, default_team_id, default_role } = changed;
  await trx
    .updateTable("saml_providers")
    .set({ label, sso_url, entity_id, certificate, default_team_id, default_role })
    .where(isRow(previous))
    .execute();
  if (!hasSameTrust(changed, previous))
    await trx.deleteFrom("tokens").where("saml_provider_id", "=", id).execute();
  return changed;
}

async function changesOf(
  trx: Writer,
  organizationId: string,
  { label, ssoURL, entityID, certificate, defaultTeam, defaultRole }: SamlProviderUpdate,
): Promise<Partial<SamlProviderTable>> {
  if (certificate !== undefined) requireCertificates("certificate", certificate);
  if (defaultTeam) {
    const key = { organization_id: organizationId, id: defaultTeam };
    const team = await trx.selectFrom("teams").where(isRow(key)).select("id").executeTakeFirst();
    if (team === undefined) throw badInput("defaultTeam", "is not a team of this organization");
  }
  return {
    ...(label !== undefined && { label }),
    ...(ssoURL !== undefined && { sso_url: ssoURL }),
    // An empty entity ID cannot identify a provider.
    ...(entityID !== undefined && { entity_id: entityID || null }),
    ...(certificate !== undefined && { certificate }),
    ...(defaultTeam !== undefined && { default_team_id: defaultTeam }),
    ...(defaultRole !== undefined && { default_role: defaultRole }),
  };
}
