import { sql } from "kysely";
import type { Role } from "../../identity/roles/index.ts";
import {
  type Flag,
  inBatches,
  type OrganizationTable,
  prepared,
  type Reader,
} from "../../storage/database/index.ts";
import type { Caller } from "../http/index.ts";

/** An organization as one caller sees it. */
export interface OrganizationRow extends OrganizationTable {
  /** The caller's role; null for a guest. */
  role: Role | null;
  is_member: Flag;
  owns_team: Flag;
}

/** Every organization, with the membership of one user beside it where there is one. */
export function selectOrganizations(db: Reader, userId: string | ReturnType<typeof sql<string>>) {
  return db
    .selectFrom("organizations")
    .leftJoin("members", (join) =>
      join
        .onRef("members.organization_id", "=", "organizations.id")
        .on("members.user_id", "=", userId)
        .on("members.disabled", "=", 0),
    );
}

/** Adds what an organization shows. */
export function selectOrganization(query: ReturnType<typeof selectOrganizations>) {
  return query.selectAll("organizations").select([
    "members.role",
    sql<Flag>`case when members.user_id is null then 0 else 1 end`.as("is_member"),
    sql<Flag>`case when exists (
        select 1 from team_members
        where organization_id = members.organization_id and user_id = members.user_id and role = 'owner'
      ) then 1 else 0 end`.as("owns_team"),
  ]);
}

const findForMember = prepared<{ organizationId: string; userId: string }, OrganizationRow>((db, value) =>
  selectOrganization(selectOrganizations(db, value("userId")))
    .where("organizations.id", "=", value("organizationId"))
    .where("members.user_id", "is not", null),
);

/** The organization, if this user is a member of it. */
export async function findOrganization(
  db: Reader,
  organizationId: string,
  userId: string,
): Promise<OrganizationRow | undefined> {
  const [found] = await findForMember(db, { organizationId, userId });
  return found;
}

/** The same by its id or its subdomain. */
export async function findOrganizationByName(
  db: Reader,
  name: string,
  userId: string,
): Promise<OrganizationRow | undefined> {
  return (
    selectOrganization(selectOrganizations(db, userId))
      .where((eb) => eb.or([eb("organizations.id", "=", name), eb("organizations.hostname", "=", name)]))
      .where("members.user_id", "is not", null)
      // A subdomain could be chosen to look like an id.
      .orderBy(sql`case when organizations.id = ${name} then 0 else 1 end`)
      .executeTakeFirst()
  );
}

/** These organizations, whether the caller is a member of them or not. */
export async function findOrganizations(
  db: Reader,
  ids: readonly string[],
  { userId, session }: Pick<Caller, "userId" | "session">,
): Promise<Map<string, OrganizationRow>> {
  const rows = await inBatches(ids, (batch) =>
    selectOrganization(selectOrganizations(db, userId)).where("organizations.id", "in", batch).execute(),
  );
  const isBeyond = (id: string) => session?.scopedToOrganization && session.organizationId !== id;
  const asStranger = { role: null, is_member: 0, owns_team: 0 } as const;
  return new Map(rows.map((row) => [row.id, isBeyond(row.id) ? { ...row, ...asStranger } : row]));
}

/** Whether the caller is an admin of any organization. */
export async function isAdminOfAny(
  db: Reader,
  { userId, session }: Pick<Caller, "userId" | "session">,
): Promise<boolean> {
  const all = db
    .selectFrom("members")
    .where("user_id", "=", userId)
    .where("disabled", "=", 0)
    .where("role", "=", "admin");
  const reached = session?.scopedToOrganization
    ? all.where("organization_id", "=", session.organizationId)
    : all;
  return (await reached.select("organization_id").limit(1).executeTakeFirst()) !== undefined;
}

/** Whether one of its sites is published. */
export async function hasPublishedSite(db: Reader, organizationId: string): Promise<boolean> {
  const found = await db
    .selectFrom("sites")
    .where("organization_id", "=", organizationId)
    .where("published", "=", 1)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Organizations that welcome people of this e-mail domain, with this user's membership. */
export function listOrganizationsByDomain(
  db: Reader,
  userId: string,
  domain: string,
): Promise<OrganizationRow[]> {
  return selectOrganization(selectOrganizations(db, userId))
    .innerJoin("organization_email_domains as welcomed", "welcomed.organization_id", "organizations.id")
    .where("welcomed.domain", "=", domain)
    .orderBy("organizations.id")
    .execute();
}
