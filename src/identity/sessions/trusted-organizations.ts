import type { Config } from "../../config/index.ts";
import { forbidden, type LecternError } from "../../platform/index.ts";
import { type Reader, toFlag, type Writer } from "../../storage/database/index.ts";
import { domainOf } from "../roles/index.ts";

type Base = Pick<Config, "baseUrl">;

/** Whether the operator trusts an organization's identity providers on the whole server. */
export async function isTrustedOrganization(db: Reader, organizationId: string): Promise<boolean> {
  const query = db.selectFrom("organizations").where("id", "=", organizationId).where("trusted", "=", 1);
  return (await query.select("id").executeTakeFirst()) !== undefined;
}

/**
 * Sets whether the operator trusts an organization. Sessions that its identity providers or passwords have opened end, since their scope
 * depends on it. False if there is no such organization.
 */
export async function setTrust(trx: Writer, organizationId: string, trusted: boolean): Promise<boolean> {
  await trx
    .deleteFrom("tokens")
    .where("saml_provider_id", "in", (eb) =>
      eb.selectFrom("saml_providers").where("organization_id", "=", organizationId).select("id"),
    )
    .execute();
  await trx
    .deleteFrom("tokens")
    .where("organization_id", "=", organizationId)
    .where("kind", "=", "session")
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable("organizations")
    .set({ trusted: toFlag(trusted) })
    .where("id", "=", organizationId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The trusted organization that owns the domain of an email address; the oldest of several. */
export function findTrustedOrganization(db: Reader, email: string) {
  return selectTrustedOrganizations(db, email).executeTakeFirst();
}

function selectTrustedOrganizations(db: Reader, email: string) {
  return db
    .selectFrom("organization_email_domains")
    .innerJoin("organizations", "organizations.id", "organization_email_domains.organization_id")
    .where("organization_email_domains.domain", "=", domainOf(email))
    .where("organizations.trusted", "=", 1)
    .select(["organizations.id", "organizations.default_role"])
    .orderBy("organizations.id");
}

/** Refuses other login methods if a trusted organization requires SSO for the domain of this email address. */
export async function enforceSso(db: Reader, email: string, config: Base): Promise<void> {
  const organization = await selectTrustedOrganizations(db, email)
    .where("organizations.sso", "=", 1)
    .executeTakeFirst();
  if (organization !== undefined) throw ssoRequired(organization.id, config);
}

export function ssoRequired(organizationId: string, { baseUrl }: Base): LecternError {
  return forbidden(
    `This organization requires its members to sign in through its identity provider: ${baseUrl}/auth/sign-in?organization=${organizationId}`,
  );
}
