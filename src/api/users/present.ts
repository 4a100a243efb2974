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
