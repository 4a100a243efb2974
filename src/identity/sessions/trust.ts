import type { OrganizationTable, Reader } from "../../storage/database/index.ts";
import { domainOf } from "../roles/index.ts";

/** Whether an organization's providers are believed beyond itself. */
export async function isTrusted(db: Reader, organizationId: string): Promise<boolean> {
  const found = await db
    .selectFrom("organizations")
    .where("id", "=", organizationId)
    .where("trusted", "=", 1)
    .select("id")
    .executeTakeFirst();
  return found !== undefined;
}

/** The organization that is believed that people with this e-mail address are its own; the oldest of several. */
export async function findTrusted(
  db: Reader,
  email: string,
): Promise<Pick<OrganizationTable, "id" | "default_role"> | undefined> {
  return fromTrusted(db, email).executeTakeFirst();
}

export function fromTrusted(db: Reader, email: string) {
  return db
    .selectFrom("organization_email_domains")
    .innerJoin("organizations", "organizations.id", "organization_email_domains.organization_id")
    .where("organization_email_domains.domain", "=", domainOf(email))
    .where("organizations.trusted", "=", 1)
    .select(["organizations.id", "organizations.default_role"])
    .orderBy("organizations.id");
}
