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

/** What is shown of a user that a query joined under a name of its own. */
export type JoinedUser<Name extends string> = Record<
  `${Name}_id` | `${Name}_email` | `${Name}_display_name`,
  string
> &
  Record<`${Name}_photo_url`, string | null>;

/** The same where there may be none. */
export type OptionalJoinedUser<Name extends string> = Record<keyof JoinedUser<Name>, string | null>;

/** The columns to select of users that were joined under this name. */
export function userColumns<const Name extends string>(name: Name) {
  return [
    `${name}.id as ${name}_id`,
    `${name}.email as ${name}_email`,
    `${name}.display_name as ${name}_display_name`,
    `${name}.photo_url as ${name}_photo_url`,
  ] as const;
}

export function presentJoinedUser<Name extends string>(row: JoinedUser<Name>, name: Name, urls: Urls): User {
  const column = (of: string) => (row as Record<string, string>)[`${name}_${of}`] ?? "";
  const photo = (row as Record<string, string | null>)[`${name}_photo_url`] ?? null;
  return presentUser(
    { id: column("id"), email: column("email"), display_name: column("display_name"), photo_url: photo },
    urls,
  );
}

export function presentOptionalUser<Name extends string>(
  row: OptionalJoinedUser<Name>,
  name: Name,
  urls: Urls,
): User | undefined {
  const isThere = (row as Record<string, string | null>)[`${name}_id`] !== null;
  return isThere ? presentJoinedUser(row as JoinedUser<Name>, name, urls) : undefined;
}
