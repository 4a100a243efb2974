import { sql } from "kysely";

/** A condition for queries on one table: whether a row is this one of its organization. */
export function isRow({ organization_id, id }: { readonly organization_id: string; readonly id: string }) {
  return sql<boolean>`organization_id = ${organization_id} and id = ${id}`;
}
