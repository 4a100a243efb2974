import { badInput } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const domainPattern = new RegExp(`^(?:${label}\\.)+(?=[a-z0-9-]*[a-z])${label}$`);

/** The domain in its one written form, or a refusal that names the field. */
export function parseDomain(field: string, text: string): string {
  const domain = text.trim().toLowerCase();
  if (domain.length > 253 || !domainPattern.test(domain))
    throw badInput(field, "must be a domain such as example.com");
  return domain;
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

/** Makes these the organization's e-mail domains, each once, in this order: as it shows them, and as it is found by. */
export async function setEmailDomains(
  trx: Writer,
  organizationId: string,
  given: readonly string[],
): Promise<void> {
  const domains = [...new Set(given.map((text, i) => parseDomain(`emailDomains[${i}]`, text)))];
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
