import type { Writer } from "../../storage/database/index.ts";

/** Deletes a site with all that hangs on it; false where there is none. */
export async function deleteSite(trx: Writer, organizationId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("sites")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  await trx
    .updateTable("organizations")
    .set({ default_site_id: null })
    .where("id", "=", organizationId)
    .where("default_site_id", "=", id)
    .execute();
  return numDeletedRows > 0;
}
