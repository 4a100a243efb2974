import { sql } from "kysely";
import { countSpaces, givenToMember } from "../../access/given-contents.ts";
import type { Role } from "../../access/roles.ts";
import type { Reader, Writer } from "../../database/database.ts";
import { toFlag } from "../../database/flags.ts";
import type { MemberTable } from "../../database/tables.ts";
import { containsPattern } from "../../search-text.ts";
import type { UserRow } from "../users/present.ts";
import type { MemberListQuery } from "./schema.ts";

export interface MemberRow extends MemberTable, Omit<UserRow, "id"> {
  teams: number;
  spaces: number;
}

export interface NewMember {
  readonly userId: string;
  readonly role: Role | null;
  readonly sso?: boolean;
}

/** Adds people who are not yet members of the organization. */
export async function addMembers(
  trx: Writer,
  organizationId: string,
  added: readonly NewMember[],
  now: string,
): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ userId, role, sso = false }) => ({
    organization_id: organizationId,
    user_id: userId,
    role,
    sso: toFlag(sso),
    disabled: 0 as const,
    joined_at: now,
    last_seen_at: null,
  }));
  await trx.insertInto("members").values(rows).execute();
  await changeMemberCount(trx, organizationId, added.length);
}

/** Takes a member away; their teams and what was given to them go with them. */
export async function deleteMember(trx: Writer, organizationId: string, userId: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom("members")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  await changeMemberCount(trx, organizationId, -Number(numDeletedRows));
}

async function changeMemberCount(trx: Writer, organizationId: string, difference: number): Promise<void> {
  await trx
    .updateTable("organizations")
    .set((eb) => ({ member_count: eb("member_count", "+", difference) }))
    .where("id", "=", organizationId)
    .execute();
}

type MemberFilters = Pick<MemberListQuery, "role" | "search" | "sort">;

/** Whether all members of an organization pass these filters. */
export function isUnfiltered({ role, search, sort }: MemberFilters): boolean {
  return role === undefined && !search && sort === "joinedAt";
}

/** The members of an organization that pass these filters. */
export function matchMembers(db: Reader, organizationId: string, { role, search, sort }: MemberFilters) {
  let query = db.selectFrom("members").where("members.organization_id", "=", organizationId);
  if (role !== undefined)
    query = query.where("members.role", "is not distinct from", role === "guest" ? null : role);
  if (sort === "lastSeenAt") query = query.where("members.last_seen_at", "is not", null);
  if (search !== undefined && search !== "") {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("users")
          .whereRef("users.id", "=", "members.user_id")
          .where(sql<boolean>`search_text like ${containsPattern(search)} escape '\\'`)
          .select("users.id"),
      ),
    );
  }
  return query;
}

/** What a member of this organization shows, of `members` joined with `users`. */
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
    // Whoever has a role sees all spaces: those are counted once, not for each member.
    sql<number>`case
      when members.role is null
      then ${countSpaces(givenToMember(sql`members.organization_id`, sql`members.user_id`))}
      else (
        select count(*) from contents
        where organization_id = ${organizationId} and kind = 'space' and deleted_at is null
      )
    end`.as("spaces"),
  ] as const;
}

/** Whether and as what somebody is in the organization. */
export function findMembership(
  db: Reader,
  organizationId: string,
  userId: string,
): Promise<Pick<MemberTable, "role" | "disabled"> | undefined> {
  return db
    .selectFrom("members")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .select(["role", "disabled"])
    .executeTakeFirst();
}

export function findMember(
  db: Reader,
  organizationId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  return db
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .where("members.organization_id", "=", organizationId)
    .where("members.user_id", "=", userId)
    .select(memberColumns(organizationId))
    .executeTakeFirst();
}
