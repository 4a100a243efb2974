import { type Static, Type } from "@sinclair/typebox";
import { type JoinBuilder, sql } from "kysely";
import type { Urls } from "../../config/index.ts";
import { fold, newId } from "../../platform/index.ts";
import { padToPowerOfTwo, type Reader, type UserTable, type Writer } from "../../storage/database/index.ts";
import { HttpUrl } from "../http/index.ts";

export type User = Static<typeof User>;
export const User = Type.Object(
  {
    object: Type.Literal("user"),
    id: Type.String(),
    displayName: Type.String(),
    email: Type.String(),
    photoURL: Type.Optional(Type.String()),
    urls: Type.Object({ location: HttpUrl }),
  },
  { title: "User" },
);

export const UserUpdate = Type.Object(
  {
    displayName: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    photoURL: Type.Optional(HttpUrl),
  },
  { minProperties: 1 },
);

export type UserRow = Pick<UserTable, "id" | "email" | "display_name" | "photo_url">;

export function presentUser(row: UserRow, urls: Urls): User {
  return {
    object: "user",
    id: row.id,
    displayName: row.display_name,
    email: row.email,
    photoURL: row.photo_url ?? undefined,
    urls: { location: urls.api(`/users/${row.id}`) },
  };
}

/** The columns of a user that a query joins under a name, each prefixed with that name. */
export type JoinedUser<Name extends string> = Record<
  `${Name}_id` | `${Name}_email` | `${Name}_display_name`,
  string
> &
  Record<`${Name}_photo_url`, string | null>;

/** Like `JoinedUser`, for a left join. */
export type OptionalJoinedUser<Name extends string> = Record<keyof JoinedUser<Name>, string | null>;

export function userColumns<const Name extends string>(name: Name) {
  return [
    `${name}.id as ${name}_id`,
    `${name}.email as ${name}_email`,
    `${name}.display_name as ${name}_display_name`,
    `${name}.photo_url as ${name}_photo_url`,
  ] as const;
}

/**
 * Joins a user by the id in a column. With the column itself, PostgreSQL may read all users in the order of their ids instead of looking up
 * one: its statistics say that it can stop early if all ids that they know are low, but it cannot for a new id or for none.
 */
export function onUserId(name: string, column: string) {
  return <Tables, Joined extends keyof Tables>(join: JoinBuilder<Tables, Joined>) =>
    join.on(sql<boolean>`${sql.ref(`${name}.id`)} = (${sql.ref(column)} || '')`);
}

export function presentJoinedUser<Name extends string>(row: JoinedUser<Name>, name: Name, urls: Urls): User {
  const columns = row as Record<string, string | null>;
  const column = (key: string) => columns[`${name}_${key}`] ?? "";
  const photo_url = columns[`${name}_photo_url`] ?? null;
  const user = { id: column("id"), email: column("email"), display_name: column("display_name"), photo_url };
  return presentUser(user, urls);
}

export function presentOptionalUser<Name extends string>(
  row: OptionalJoinedUser<Name>,
  name: Name,
  urls: Urls,
): User | undefined {
  const isNull = (row as Record<string, string | null>)[`${name}_id`] === null;
  return isNull ? undefined : presentJoinedUser(row as JoinedUser<Name>, name, urls);
}

/** Presents users of these ids. A list whose items refer to the same few users reads each of them once. */
export async function loadUserPresenter(
  db: Reader,
  ids: Iterable<string | null>,
  urls: Urls,
): Promise<(id: string) => User> {
  const distinct = [...new Set(ids)].filter((id) => id !== null);
  const rows =
    distinct.length === 0
      ? []
      : await db
          .selectFrom("users")
          .where("id", "in", padToPowerOfTwo(distinct))
          .select(["id", "email", "display_name", "photo_url"])
          .execute();
  const users = new Map(rows.map((row) => [row.id, presentUser(row, urls)]));
  return (id) => {
    const user = users.get(id);
    if (user === undefined) throw new Error(`the user ${id} was not loaded`);
    return user;
  };
}

/** The name of the admin of a new server, until they choose one. */
export const firstUserName = "Admin";

/** Creates users. Without a display name they get the local part of their email address. */
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
  if (changes.search_text !== undefined)
    await trx
      .updateTable("members")
      .set({ sort_name: changes.search_text })
      .where("user_id", "=", userId)
      .execute();
  return { ...user, ...changes };
}

function searchText(displayName: string, email: string): string {
  return fold(`${displayName}\n${email}`);
}
