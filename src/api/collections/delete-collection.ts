import { changedMeanwhile } from "../../platform/index.ts";
import type { ContentTable, Writer } from "../../storage/database/index.ts";
import { findContent, moveChildrenUp } from "../library-items/index.ts";

/** Takes a collection away; all that is in it, the trash included, moves up to where it stood. */
export async function deleteCollection(
  trx: Writer,
  { organization_id, id }: Pick<ContentTable, "organization_id" | "id">,
): Promise<void> {
  const collection = await findContent(trx, organization_id, id);
  if (collection === undefined) throw changedMeanwhile();
  await moveChildrenUp(trx, collection);
  await trx
    .deleteFrom("contents")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
}
