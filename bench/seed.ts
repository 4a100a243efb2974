import type { Database } from "../src/database/database.ts";
import { addMembers } from "../src/resources/members/store.ts";
import { createOrganization } from "../src/resources/organizations/create-organization.ts";
import { createSpace } from "../src/resources/spaces/create-space.ts";
import { createUsers } from "../src/resources/users/store.ts";
import { insertToken } from "../src/tokens/store.ts";
import { newToken } from "../src/tokens/token.ts";

const batch = 1000;

/** Adds this many members to an organization. */
export async function seedMembers(database: Database, organizationId: string, count: number): Promise<void> {
  await database.write(async (trx) => {
    for (let done = 0; done < count; done += batch) {
      const now = new Date(Date.parse("2020-01-01T00:00:00.000Z") + done * 1000).toISOString();
      const people = Array.from({ length: Math.min(batch, count - done) }, (_, i) => ({
        email: `person-${done + i}@example.com`,
        displayName: `Person ${done + i}`,
      }));
      const users = await createUsers(trx, people, now);
      const members = users.map(({ id }) => ({ userId: id, role: "read" as const }));
      await addMembers(trx, organizationId, members, now);
    }
  });
}

/** An organization with an admin and a space. */
export interface SeededOrganization {
  readonly id: string;
  readonly spaceId: string;
  /** Of its admin. */
  readonly token: string;
}

/** Makes this many organizations, each with an admin and a space of its own. */
export async function seedOrganizations(database: Database, count: number): Promise<SeededOrganization[]> {
  const now = "2020-01-01T00:00:00.000Z";
  return database.write(async (trx) => {
    const people = Array.from({ length: count }, (_, i) => ({ email: `admin-${i}@example.com` }));
    const made: SeededOrganization[] = [];
    for (const { id: adminId } of await createUsers(trx, people, now)) {
      const token = newToken();
      await insertToken(trx, { token, userId: adminId, name: "bench" }, now);
      const id = await createOrganization(trx, { title: "Organization" }, adminId, now);
      const level = { organizationId: id, parentId: null };
      const spaceId = await createSpace(trx, level, { title: "Space" }, { userId: adminId, now });
      made.push({ id, spaceId, token });
    }
    return made;
  });
}
