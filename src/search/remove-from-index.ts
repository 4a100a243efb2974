import type { SearchContext } from "./context.ts";
import { findIndexed, removeSome } from "./store.ts";

/** Removes all that the index has of a space, in small transactions. */
export async function removeFromIndex({ database }: SearchContext, spaceId: string): Promise<void> {
  const indexed = await findIndexed(database.read, spaceId);
  if (indexed === undefined) return;
  while ((await database.write((trx) => removeSome(trx, database.fullText, indexed))) === "more");
}
