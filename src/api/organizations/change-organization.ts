import { addMembers, setEmailDomains } from "../../identity/roles/index.ts";
import { badInput, conflict, newId } from "../../platform/index.ts";
import { isRow, type OrganizationTable, toFlag, type Writer } from "../../storage/database/index.ts";
import { checkMergeRules, noRules } from "../merge-rules/index.ts";
import type { OrganizationCreate, OrganizationUpdate } from "./schema.ts";

/** The title of the organization of a new server, until its admin chooses one. */
export const firstOrganizationTitle = "My organization";

/** The first path segments of the server's own routes: sites under such a hostname would be unreachable. */
const reservedHostnames = ["app", "auth", "files", "healthz", "metrics", "openapi", "readyz", "reference"];

export async function updateOrganization(trx: Writer, organizationId: string, fields: OrganizationUpdate) {
  if (fields.hostname !== undefined) await claimHostname(trx, organizationId, fields.hostname);
  if (fields.emailDomains !== undefined) await setEmailDomains(trx, organizationId, fields.emailDomains);
  if (fields.defaultContent) {
    const key = { organization_id: organizationId, id: fields.defaultContent.site };
    const site = await trx.selectFrom("sites").where(isRow(key)).select("id").executeTakeFirst();
    if (site === undefined) throw badInput("defaultContent.site", "is not a site of this organization");
  }

  const flag = (value: boolean | undefined) => (value === undefined ? undefined : toFlag(value));
  const changes: Partial<OrganizationTable> = {
    title: fields.title,
    hostname: fields.hostname,
    default_role: fields.defaultRole,
    default_site_id: fields.defaultContent === null ? null : fields.defaultContent?.site,
    logo_url: fields.logo,
    sso: flag(fields.sso),
    ai: flag(fields.ai),
    invite_links: flag(fields.inviteLinks),
    merge_rules: await checkMergeRules(trx, organizationId, fields.mergeRules),
  };
  if (Object.values(changes).every((value) => value === undefined)) return;
  await trx.updateTable("organizations").set(changes).where("id", "=", organizationId).execute();
}

async function claimHostname(trx: Writer, organizationId: string, hostname: string): Promise<void> {
  if (reservedHostnames.includes(hostname)) throw badInput("hostname", `"${hostname}" is reserved`);
  const owner = await trx
    .selectFrom("organizations")
    .where("hostname", "=", hostname)
    .where("id", "!=", organizationId)
    .select("id")
    .executeTakeFirst();
  if (owner) throw conflict(`hostname: "${hostname}" belongs to another organization`);
}

/** Creates an organization with this user as its first admin. */
export async function createOrganization(
  trx: Writer,
  fields: OrganizationCreate,
  adminId: string,
  now: string,
): Promise<string> {
  const { title, type = "business", useCase = null, communityType = null, emailDomains = [] } = fields;
  if (communityType !== null && type !== "community")
    throw badInput("communityType", "is only for organizations of type community");
  const first = await trx.selectFrom("organizations").select("id").limit(1).executeTakeFirst();
  const id = newId();
  await trx
    .insertInto("organizations")
    .values({
      id,
      title,
      type,
      use_case: useCase,
      community_type: communityType,
      hostname: null,
      email_domains: "",
      default_role: "read",
      default_site_id: null,
      logo_url: null,
      sso: 0,
      ai: 0,
      invite_links: 1,
      merge_rules: noRules,
      // The first organization is the operator's own.
      trusted: toFlag(first === undefined),
      member_count: 0,
      created_at: now,
    })
    .execute();
  if (emailDomains.length > 0) await setEmailDomains(trx, id, emailDomains);
  await addMembers(trx, id, [{ userId: adminId, role: "admin" }], now);
  return id;
}
