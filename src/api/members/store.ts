import { sql } from "kysely";
import {
  countSpaces,
  deleteMember,
  includesRole,
  itemsGrantedToMember,
  type Role,
} from "../../identity/roles/index.ts";
import { conflict, likePattern, notFound, requireFound } from "../../platform/index.ts";
import type { MemberTable, Reader, Writer } from "../../storage/database/index.ts";
import type { Access } from "../http/index.ts";
import { type OrganizationRow, onOrganization, requireRole } from "../organizations/index.ts";
import type { UserRow } from "../users/index.ts";
import type { MemberListQuery } from "./schema.ts";

export interface MemberRow extends Omit<MemberTable, "sort_name">, Omit<UserRow, "id"> {
  teams: number;
  spaces: number;
  sites: number;
}

type MemberFilters = Pick<MemberListQuery, "role" | "search" | "sort">;

/** Whether these filters match all members of an organization. */
export function isUnfiltered({ role, search, sort }: MemberFilters): boolean {
  return role === undefined && !search && sort !== "lastSeenAt";
}

const sortColumns = {
  joinedAt: "members.joined_at",
  lastSeenAt: "members.last_seen_at",
  name: "members.sort_name",
} as const;

/** The columns by which a list of members is sorted. */
export function memberKeys({ sort }: Pick<MemberListQuery, "sort">) {
  return [sortColumns[sort], "members.user_id"] as const;
}

export function selectMembers(db: Reader, organizationId: string, { role, search, sort }: MemberFilters) {
  let query = db.selectFrom("members").where("members.organization_id", "=", organizationId);
  if (role !== undefined)
    query = query.where("members.role", "is not distinct from", role === "guest" ? null : role);
  if (sort === "lastSeenAt") query = query.where("members.last_seen_at", "is not", null);
  if (search)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("users")
          .whereRef("users.id", "=", "members.user_id")
          .where(sql<boolean>`search_text like ${likePattern(search)} escape '\\'`)
          .select("users.id"),
      ),
    );
  return query;
}

/** The columns of a member of this organization, from `members` joined with `users`. */
export function memberColumns(organizationId: string) {
  return [
    "members.organization_id",
    "members.user_id",
    "members.role",
    "members.sso",
    "members.disabled",
    "members.joined_at",
    "members.last_seen_at",
    "users.email",
    "users.display_name",
    "users.photo_url",
    sql<number>`(
      select count(*) from team_members
      where organization_id = members.organization_id and user_id = members.user_id
    )`.as("teams"),
    // Members with a role see all spaces: these are counted once, not for each member.
    sql<number>`case
      when members.role is null
      then ${countSpaces(itemsGrantedToMember(sql`members.organization_id`, sql`members.user_id`))}
      else (
        select count(*) from contents
        where organization_id = ${organizationId} and kind = 'space' and deleted_at is null
      )
    end`.as("spaces"),
    // Guests see no sites.
    sql<number>`case
      when members.role is null then 0
      else (select count(*) from sites where organization_id = ${organizationId})
    end`.as("sites"),
  ] as const;
}

export function findMember(db: Reader, organizationId: string, userId: string) {
  return db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .where("members.organization_id", "=", organizationId)
    .where("members.user_id", "=", userId)
    .select(memberColumns(organizationId))
    .executeTakeFirst();
}

/** Changes a membership. The last admin cannot lose their role or be disabled. */
export async function updateMember(
  trx: Writer,
  organizationId: string,
  userId: string,
  changes: Partial<Pick<MemberTable, "role" | "sso" | "disabled" | "last_seen_at">>,
): Promise<void> {
  if ((changes.role !== undefined && changes.role !== "admin") || changes.disabled === 1)
    await requireAnotherAdmin(trx, organizationId, userId);
  await trx
    .updateTable("members")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .set(changes)
    .execute();
}

/** Removes a member from the organization, with their team memberships and grants. */
export async function removeMember(trx: Writer, organizationId: string, userId: string): Promise<void> {
  await requireAnotherAdmin(trx, organizationId, userId);
  await deleteMember(trx, organizationId, userId);
}

async function requireAnotherAdmin(trx: Writer, organizationId: string, userId: string): Promise<void> {
  const admins = await trx
    .selectFrom("members")
    .where("organization_id", "=", organizationId)
    .where("role", "=", "admin")
    .where("disabled", "=", 0)
    .select("user_id")
    .limit(2)
    .execute();
  if (admins.length === 1 && admins[0]?.user_id === userId)
    throw conflict("This is the organization's last admin; make another member an admin first");
}

/** The member in the path, for callers with this role and, with `orSelf`, for the member themselves. */
export function onMember(
  needed: Role,
  { orSelf = false } = {},
): Access<{ organization: OrganizationRow; member: MemberRow }, { organizationId: string; userId: string }> {
  return {
    rule: `Organization role \`${needed}\` or above${orSelf ? ", and the member themselves" : ""}`,
    resolve: async (call) => {
      const { context, caller, params } = call;
      const { organization } = await onOrganization("guest").resolve(call);
      const isSelf = params.userId === caller.userId;
      if (!isSelf && !includesRole(organization.role, "read")) throw notFound("Member");
      const found = await findMember(context.database.read, organization.id, params.userId);
      const member = requireFound(found, "Member");
      if (!(orSelf && isSelf)) requireRole(organization.role, needed);
      return { organization, member };
    },
  };
}
