import { addMembers, setEmailDomains } from "../../identity/roles/index.ts";
import { badInput, newId } from "../../platform/index.ts";
import { toFlag, type Writer } from "../../storage/database/index.ts";
import type { OrganizationCreate } from "./schema.ts";

/** Makes an organization with this user as its first admin. */
export async function createOrganization(
  trx: Writer,
  fields: OrganizationCreate,
  adminId: string,
  now: string,
): Promise<string> {
  const { title, type = "business", useCase = null, communityType = null, emailDomains = [] } = fields;
  if (communityType !== null && type !== "community") {
    throw badInput("communityType", "is only for an organization of type community");
  }
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
      trusted: toFlag(await isFirst(trx)),
      member_count: 0,
      created_at: now,
    })
    .execute();
  if (emailDomains.length > 0) await setEmailDomains(trx, id, emailDomains);
  await addMembers(trx, id, [{ userId: adminId, role: "admin" }], now);
  return id;
}

/** The first organization is the operator's own. */
async function isFirst(trx: Writer): Promise<boolean> {
  return (await trx.selectFrom("organizations").select("id").limit(1).executeTakeFirst()) === undefined;
}
