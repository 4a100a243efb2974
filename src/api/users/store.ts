import { fold, newId } from "../../platform/index.ts";
import type { Reader, UserTable, Writer } from "../../storage/database/index.ts";

/** Creates users. Without a display name they get the local part of their e-mail address. */
export async function createUsers(
  trx: Writer,
  people: readonly { email: string; displayName?: string }[],
  now: string,
): Promise<UserTable[]> {
  if (people.length === 0) return [];
  const users = people.map(({ email, displayName = email.slice(0, email.indexOf("@")) }) => ({
    id: newId(),
    email,
    display_name: displayName,
    photo_url: null,
    search_text: searchText(displayName, email),
    created_at: now,
  }));
  await trx.insertInto("users").values(users).execute();
  return users;
}

export function findUsersByEmail(db: Reader, emails: readonly string[]): Promise<UserTable[]> {
  return db.selectFrom("users").where("email", "in", emails).selectAll().execute();
}

/** The user, if the viewer is the same user or shares an organization with them. */
export function findVisibleUser(db: Reader, userId: string, viewerId: string) {
  return db
    .selectFrom("users")
    .where("id", "=", userId)
    .where((eb) =>
      eb.or([
        eb("id", "=", viewerId),
        eb.exists(
          eb
            .selectFrom("members as other")
            .innerJoin("members as own", "own.organization_id", "other.organization_id")
            .where("other.user_id", "=", userId)
            .where("own.user_id", "=", viewerId)
            .where("own.disabled", "=", 0)
            .select("other.user_id"),
        ),
      ]),
    )
    .selectAll()
    .executeTakeFirst();
}

/** Changes the given fields only, so that concurrent changes of other fields are kept. */
export async function updateUser(
  trx: Writer,
  userId: string,
  { displayName, photoURL }: { displayName?: string; photoURL?: string },
): Promise<UserTable> {
  const user = await trx.selectFrom("users").where("id", "=", userId).selectAll().executeTakeFirstOrThrow();
  const changes = {
    ...(displayName !== undefined && {
      display_name: displayName,
      search_text: searchText(displayName, user.email),
    }),
    ...(photoURL !== undefined && { photo_url: photoURL }),
  };
  if (Object.keys(changes).length === 0) return user;
  await trx.updateTable("users").set(changes).where("id", "=", userId).execute();
  return { ...user, ...changes };
}

function searchText(displayName: string, email: string): string {
  return fold(`${displayName}\n${email}`);
}
