import type { Reader, SamlProviderTable } from "../../storage/database/index.ts";
import { parseCertificates } from "./certificates.ts";

/** A provider of which everything is known that signing in takes. */
export type ActiveProvider = SamlProviderTable & {
  readonly sso_url: string;
  readonly entity_id: string;
  readonly certificate: string;
};

export function isActive(provider: SamlProviderTable): provider is ActiveProvider {
  return provider.sso_url !== null && provider.entity_id !== null && provider.certificate !== null;
}

export function matchProviders(db: Reader, organizationId: string) {
  return db.selectFrom("saml_providers").where("saml_providers.organization_id", "=", organizationId);
}

export function findProvider(
  db: Reader,
  organizationId: string,
  id: string,
): Promise<SamlProviderTable | undefined> {
  return matchProviders(db, organizationId).where("id", "=", id).selectAll().executeTakeFirst();
}

/** The same where it is not known whose it is. */
export function findProviderAnywhere(db: Reader, id: string): Promise<SamlProviderTable | undefined> {
  return db.selectFrom("saml_providers").where("id", "=", id).selectAll().executeTakeFirst();
}

/** Those by which people can sign in. */
export async function listActiveProviders(db: Reader, organizationId: string): Promise<ActiveProvider[]> {
  const rows = await matchProviders(db, organizationId).orderBy("id").selectAll().execute();
  return rows.filter(isActive);
}

/** Whether what was believed of a provider is so now: the same name, and every certificate that it had. */
export function stillBelieves(now: SamlProviderTable, former: SamlProviderTable): boolean {
  if (now.entity_id !== former.entity_id) return false;
  if (former.certificate === null) return true;
  const known = new Set(parseCertificates(now.certificate ?? "").map(({ fingerprint256 }) => fingerprint256));
  return parseCertificates(former.certificate).every(({ fingerprint256 }) => known.has(fingerprint256));
}
