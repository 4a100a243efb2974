import type { Reader, SamlProviderTable } from "../../storage/database/index.ts";
import { parseCertificates } from "./certificates.ts";

/** A provider with all settings that a login needs. */
export type ActiveProvider = SamlProviderTable & {
  readonly sso_url: string;
  readonly entity_id: string;
  readonly certificate: string;
};

export function isActive(provider: SamlProviderTable): provider is ActiveProvider {
  return provider.sso_url !== null && provider.entity_id !== null && provider.certificate !== null;
}

export function selectProviders(db: Reader, organizationId: string) {
  return db.selectFrom("saml_providers").where("saml_providers.organization_id", "=", organizationId);
}

export function findProvider(db: Reader, organizationId: string, id: string) {
  return selectProviders(db, organizationId).where("id", "=", id).selectAll().executeTakeFirst();
}

export function findProviderById(db: Reader, id: string) {
  return db.selectFrom("saml_providers").where("id", "=", id).selectAll().executeTakeFirst();
}

export async function listActiveProviders(db: Reader, organizationId: string): Promise<ActiveProvider[]> {
  const rows = await selectProviders(db, organizationId).orderBy("id").selectAll().execute();
  return rows.filter(isActive);
}

/** Whether a provider still has the same entity ID and all of its previous certificates. */
export function hasSameTrust(current: SamlProviderTable, previous: SamlProviderTable): boolean {
  if (current.entity_id !== previous.entity_id) return false;
  if (previous.certificate === null) return true;
  const fingerprints = new Set(
    parseCertificates(current.certificate ?? "").map(({ fingerprint256 }) => fingerprint256),
  );
  return parseCertificates(previous.certificate).every(({ fingerprint256 }) =>
    fingerprints.has(fingerprint256),
  );
}
