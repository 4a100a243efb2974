import { sql } from "kysely";
import type { Role } from "../../identity/roles/index.ts";
import {
  type Flag,
  inBatches,
  type OrganizationTable,
  prepared,
  type Reader,
} from "../../storage/database/index.ts";
import { type Caller, onlyOrganizationOf } from "../http/index.ts";

/** An organization with the membership of the caller. */
export interface OrganizationRow extends OrganizationTable {
  /** The caller's role; null for a guest. */
  role: Role | null;
  is_member: Flag;
  owns_team: Flag;
}

/** All organizations, left-joined with the membership of one user. */
function joinMembership(db: Reader, userId: string | ReturnType<typeof sql<string>>) {
  return db
    .selectFrom("organizations")
    .leftJoin("members", (join) =>
      join
        .onRef("members.organization_id", "=", "organizations.id")
        .on("members.user_id", "=", userId)
        .on("members.disabled", "=", 0),
    );
}

export function selectOrganizationColumns(query: ReturnType<typeof joinMembership>) {
  return query.selectAll("organizations").select([
    "members.role",
    sql<Flag>`case when members.user_id is null then 0 else 1 end`.as("is_member"),
    sql<Flag>`case when exists (
        select 1 from team_members
        where organization_id = members.organization_id and user_id = members.user_id and role = 'owner'
      ) then 1 else 0 end`.as("owns_team"),
  ]);
}

/** The organizations that the caller is a member of, or the one that their session or token is scoped to. */
export function selectOrganizationsOf(db: Reader, caller: Pick<Caller, "userId" | "scope">) {
  const all = joinMembership(db, caller.userId).where("members.user_id", "is not", null);
  const only = onlyOrganizationOf(caller);
  return only === undefined ? all : all.where("organizations.id", "=", only);
}

const findForMember = prepared<{ organizationId: string; userId: string }, OrganizationRow>((db, value) =>
  selectOrganizationColumns(joinMembership(db, value("userId")))
    .where("organizations.id", "=", value("organizationId"))
    .where("members.user_id", "is not", null),
);

/** The organization, if this user is a member of it. */
export async function findOrganization(db: Reader, organizationId: string, userId: string) {
  const [found] = await findForMember(db, { organizationId, userId });
  return found;
}

/** The organization with this id or subdomain, if this user is a member of it. */
export async function findOrganizationByName(db: Reader, name: string, userId: string) {
  return (
    selectOrganizationColumns(joinMembership(db, userId))
      .where((eb) => eb.or([eb("organizations.id", "=", name), eb("organizations.hostname", "=", name)]))
      .where("members.user_id", "is not", null)
      // An id takes precedence over an equal subdomain.
      .orderBy(sql`case when organizations.id = ${name} then 0 else 1 end`)
      .executeTakeFirst()
  );
}

/** The organizations with these ids. A scoped session or token counts as a member only of its own organization. */
export async function findOrganizations(
  db: Reader,
  ids: readonly string[],
  caller: Pick<Caller, "userId" | "scope">,
): Promise<Map<string, OrganizationRow>> {
  const rows = await inBatches(ids, (batch) =>
    selectOrganizationColumns(joinMembership(db, caller.userId))
      .where("organizations.id", "in", batch)
      .execute(),
  );
  const only = onlyOrganizationOf(caller);
  const isOutOfScope = (id: string) => only !== undefined && only !== id;
  const noMembership = { role: null, is_member: 0, owns_team: 0 } as const;
  return new Map(rows.map((row) => [row.id, isOutOfScope(row.id) ? { ...row, ...noMembership } : row]));
}

/** Whether the caller is an admin of any organization that the session is valid for. */
export async function isAdminOfAny(db: Reader, caller: Pick<Caller, "userId" | "scope">) {
  const all = db
    .selectFrom("members")
    .where("user_id", "=", caller.userId)
    .where("disabled", "=", 0)
    .where("role", "=", "admin");
  const only = onlyOrganizationOf(caller);
  const inScope = only === undefined ? all : all.where("organization_id", "=", only);
  return (await inScope.select("organization_id").limit(1).executeTakeFirst()) !== undefined;
}

export async function hasPublishedSite(db: Reader, organizationId: string): Promise<boolean> {
  const sites = db
    .selectFrom("sites")
    .where("organization_id", "=", organizationId)
    .where("published", "=", 1);
  return (await sites.select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** The organizations that are open to this email domain, with the membership of this user. */
export function listOrganizationsByDomain(db: Reader, userId: string, domain: string) {
  return selectOrganizationColumns(joinMembership(db, userId))
    .innerJoin("organization_email_domains as domains", "domains.organization_id", "organizations.id")
    .where("domains.domain", "=", domain)
    .orderBy("organizations.id")
    .execute();
}
