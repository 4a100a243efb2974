import { sql } from "kysely";

/** An SQL condition for queries on one table: the row has this id and organization. */
export function isRow({ organization_id, id }: { readonly organization_id: string; readonly id: string }) {
  return sql<boolean>`organization_id = ${organization_id} and id = ${id}`;
}
