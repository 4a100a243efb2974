import type { Urls } from "../../config/index.ts";
import type { UserTable } from "../../storage/database/index.ts";
import type { User } from "./schema.ts";

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

/** The same for a left join. */
export type OptionalJoinedUser<Name extends string> = Record<keyof JoinedUser<Name>, string | null>;

export function userColumns<const Name extends string>(name: Name) {
  return [
    `${name}.id as ${name}_id`,
    `${name}.email as ${name}_email`,
    `${name}.display_name as ${name}_display_name`,
    `${name}.photo_url as ${name}_photo_url`,
  ] as const;
}

export function presentJoinedUser<Name extends string>(row: JoinedUser<Name>, name: Name, urls: Urls): User {
  const { [`${name}_photo_url`]: photo_url = null, ...columns } = row as Record<string, string | null>;
  const column = (key: string) => columns[`${name}_${key}`] ?? "";
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
