import { sql } from "kysely";
import { prepared, type Reader, type Writer } from "../../storage/database/index.ts";

const findAdmin = prepared<{ userId: string }, { user_id: string }>((db, value) =>
  db.selectFrom("server_admins").where("user_id", "=", value("userId")).select("user_id"),
);

/** Whether a user may see and do what concerns the whole server. */
export async function isServerAdmin(db: Reader, userId: string): Promise<boolean> {
  return (await findAdmin(db, { userId })).length > 0;
}

/** The admins of the server, those who have been it for the longest time first. */
export function listServerAdmins(db: Reader) {
  return db
    .selectFrom("server_admins")
    .innerJoin("users", "users.id", "server_admins.user_id")
    .select(["users.id", "users.email", "users.display_name", "server_admins.granted_at"])
    .orderBy("server_admins.granted_at")
    .orderBy("users.id")
    .execute();
}

/** Lets a user see and do what concerns the whole server. */
export async function grantServerAdmin(trx: Writer, userId: string, now: string): Promise<void> {
  await trx
    .insertInto("server_admins")
    .values({ user_id: userId, granted_at: now })
    .onConflict((existing) => existing.column("user_id").doNothing())
    .execute();
}

/** Takes these rights from a user. Returns the number of remaining admins; undefined if the user was none. */
export async function revokeServerAdmin(trx: Writer, userId: string): Promise<number | undefined> {
  const { numDeletedRows } = await trx
    .deleteFrom("server_admins")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return undefined;
  const { count } = await trx
    .selectFrom("server_admins")
    .select(sql<number>`count(*)`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
