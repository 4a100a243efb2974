import { badInput } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const domainPattern = new RegExp(`^(?:${label}\\.)+(?=[a-z0-9-]*[a-z])${label}$`);

/** Normalizes a domain. Throws an error about `field` if the text is not a domain. */
export function parseDomain(field: string, text: string): string {
  const domain = text.trim().toLowerCase();
  if (domain.length > 253 || !domainPattern.test(domain))
    throw badInput(field, "must be a domain such as example.com");
  return domain;
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

/** Replaces the organization's email domains: the list in its row keeps their order, the table is for lookups. */
export async function setEmailDomains(trx: Writer, organizationId: string, texts: readonly string[]) {
  const domains = [...new Set(texts.map((text, i) => parseDomain(`emailDomains[${i}]`, text)))];
  await trx
    .updateTable("organizations")
    .set({ email_domains: domains.join(",") })
    .where("id", "=", organizationId)
    .execute();
  await trx.deleteFrom("organization_email_domains").where("organization_id", "=", organizationId).execute();
  if (domains.length === 0) return;
  await trx
    .insertInto("organization_email_domains")
    .values(domains.map((domain) => ({ organization_id: organizationId, domain })))
    .execute();
}
