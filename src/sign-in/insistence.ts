import type { Config } from "../config.ts";
import type { Reader } from "../database/database.ts";
import type { OrganizationTable } from "../database/tables.ts";
import { forbidden, type LecternError } from "../errors.ts";
import { domainOf } from "../resources/organizations/domains.ts";

/** Refuses whoever has to sign in through their organization's own provider. */
export async function refuseOtherWays(
  db: Reader,
  email: string,
  config: Pick<Config, "baseUrl">,
): Promise<void> {
  const insisting = await fromTrusted(db, email).where("organizations.sso", "=", 1).executeTakeFirst();
  if (insisting !== undefined) throw useSingleSignOn(insisting.id, config);
}

/** Whether an organization, or any, is believed that people with this e-mail address are its own. */
export async function findTrusted(
  db: Reader,
  email: string,
  organizationId?: string,
): Promise<{ id: string; default_role: OrganizationTable["default_role"] } | undefined> {
  const all = fromTrusted(db, email);
  const query = organizationId === undefined ? all : all.where("organizations.id", "=", organizationId);
  return query.executeTakeFirst();
}

function fromTrusted(db: Reader, email: string) {
  return db
    .selectFrom("organization_email_domains")
    .innerJoin("organizations", "organizations.id", "organization_email_domains.organization_id")
    .where("organization_email_domains.domain", "=", domainOf(email))
    .where("organizations.trusted", "=", 1)
    .select(["organizations.id", "organizations.default_role"])
    .orderBy("organizations.id");
}

export function useSingleSignOn(organizationId: string, { baseUrl }: Pick<Config, "baseUrl">): LecternError {
  return forbidden(
    `This organization wants its people to sign in through its own provider: ${baseUrl}/auth/sign-in?organization=${organizationId}`,
  );
}
