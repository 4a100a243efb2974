import type { Database } from "../src/database/database.ts";
import { addMembers } from "../src/resources/members/store.ts";
import { createUsers } from "../src/resources/users/store.ts";

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
