import { createOrganization } from "../src/api/organizations/change-organization.ts";
import { createSpace } from "../src/api/spaces/change-space.ts";
import { createUsers } from "../src/api/users/store.ts";
import { readConfig } from "../src/config/config.ts";
import { addMembers } from "../src/identity/roles/memberships.ts";
import { insertToken, newToken } from "../src/identity/tokens/tokens.ts";
import { newId } from "../src/platform/ids.ts";
import { openMigratedDatabase } from "../src/server/bootstrap.ts";
import type { Database } from "../src/storage/database/database.ts";
import type { DatabaseKind } from "../test/support/databases.ts";
import { type BenchDatabase, withDatabase } from "./databases.ts";
import { progress } from "./report.ts";

export const commentCount = 100_000;
const memberCount = 100_000;
const organizationCount = 1000;
/** The members who send requests, each with a token. */
const callerCount = 1000;

/** A large database. No server runs on it yet. */
export interface SeededData extends BenchDatabase {
  /** The organization with all the members; its space has all the comments. */
  readonly organizationId: string;
  readonly spaceId: string;
  readonly adminId: string;
  /** The tokens of members who may comment in the space. */
  readonly callers: readonly string[];
  readonly others: readonly SeededOrganization[];
}

export function withSeededData(kind: DatabaseKind, work: (data: SeededData) => Promise<void>): Promise<void> {
  return withDatabase(kind, async (database) => work(await seed(database)));
}

async function seed(bench: BenchDatabase): Promise<SeededData> {
  progress(`creating an organization with ${memberCount} members and ${organizationCount} others`);
  // Requests are counted as by default, but the limit is never reached.
  const environment = { ...bench.environment, LECTERN_RATE_LIMIT: "1000000000" };
  const { database } = await openMigratedDatabase(readConfig(environment));
  const { id } = await database.read.selectFrom("organizations").select("id").executeTakeFirstOrThrow();
  await seedMembers(database, id, memberCount);
  const { user_id: userId } = await database.read
    .selectFrom("members")
    .where("role", "=", "admin")
    .select("user_id")
    .executeTakeFirstOrThrow();
  const author = { userId, now: new Date().toISOString() };
  const spaceId = await database.write((trx) =>
    createSpace(trx, { organizationId: id, parentId: null }, {}, author),
  );
  await seedComments(database, { organizationId: id, spaceId }, userId);
  const callers = await seedCallers(database, id);
  const others = await seedOrganizations(database, organizationCount);
  await database.close();
  return { ...bench, environment, organizationId: id, spaceId, adminId: userId, callers, others };
}

const memberBatch = 1000;
const commentBatch = 500;

async function seedMembers(database: Database, organizationId: string, count: number): Promise<void> {
  await database.write(async (trx) => {
    for (let done = 0; done < count; done += memberBatch) {
      const now = new Date(Date.parse("2020-01-01T00:00:00.000Z") + done * 1000).toISOString();
      const people = Array.from({ length: Math.min(memberBatch, count - done) }, (_, i) => ({
        email: `person-${done + i}@example.com`,
        displayName: `Person ${done + i}`,
      }));
      const users = await createUsers(trx, people, now);
      const members = users.map(({ id }) => ({ userId: id, role: "read" as const }));
      await addMembers(trx, organizationId, members, now);
    }
  });
}

/** Creates tokens for members, who get a role with which they may comment. */
async function seedCallers(database: Database, organizationId: string): Promise<string[]> {
  const now = "2020-01-01T00:00:00.000Z";
  return database.write(async (trx) => {
    const people = Array.from({ length: callerCount }, (_, i) => ({ email: `caller-${i}@example.com` }));
    const users = await createUsers(trx, people, now);
    const members = users.map(({ id }) => ({ userId: id, role: "comment" as const }));
    await addMembers(trx, organizationId, members, now);
    const tokens: string[] = [];
    for (const { id: userId } of users) {
      const token = newToken();
      await insertToken(trx, { token, userId, name: "bench" }, now);
      tokens.push(token);
    }
    return tokens;
  });
}

export interface SeededOrganization {
  readonly id: string;
  readonly spaceId: string;
  readonly token: string;
}

async function seedOrganizations(database: Database, count: number): Promise<SeededOrganization[]> {
  const now = "2020-01-01T00:00:00.000Z";
  return database.write(async (trx) => {
    const people = Array.from({ length: count }, (_, i) => ({ email: `admin-${i}@example.com` }));
    const created: SeededOrganization[] = [];
    for (const { id: adminId } of await createUsers(trx, people, now)) {
      const token = newToken();
      await insertToken(trx, { token, userId: adminId, name: "bench" }, now);
      const id = await createOrganization(trx, { title: "Organization" }, adminId, now);
      const level = { organizationId: id, parentId: null };
      const spaceId = await createSpace(trx, level, { title: "Space" }, { userId: adminId, now });
      created.push({ id, spaceId, token });
    }
    return created;
  });
}

/** Adds comments to a space. Three of four are open and by one author. */
async function seedComments(
  database: Database,
  space: { organizationId: string; spaceId: string },
  author: string,
): Promise<void> {
  const others = await database.read
    .selectFrom("members")
    .where("organization_id", "=", space.organizationId)
    .where("user_id", "!=", author)
    .select("user_id")
    .limit(100)
    .execute();
  await database.write(async (trx) => {
    for (let done = 0; done < commentCount; done += commentBatch) {
      const rows = Array.from({ length: commentBatch }, (_, i) => {
        const isByAuthor = (done + i) % 4 !== 0;
        const other = others[i % others.length]?.user_id ?? author;
        return {
          id: newId(),
          organization_id: space.organizationId,
          place_id: space.spaceId,
          revision_id: "none",
          target: "{}",
          body: `Comment ${done + i}: ${"some words ".repeat(10)}`,
          status: isByAuthor ? ("open" as const) : ("resolved" as const),
          replies: 0,
          posted_by: isByAuthor ? author : other,
          posted_at: "2020-01-01T00:00:00.000Z",
          ...(!isByAuthor && { resolved_at: "2020-01-01T00:00:00.000Z", resolved_by: author }),
        };
      });
      await trx.insertInto("comments").values(rows).execute();
    }
    const open = (commentCount / 4) * 3;
    await trx
      .updateTable("spaces")
      .where("organization_id", "=", space.organizationId)
      .where("id", "=", space.spaceId)
      .set({ comments: open, comments_resolved: commentCount - open })
      .execute();
  });
}
