import { mapRootsOf, referencesOf } from "../../content/index.ts";
import type { MapNode } from "../../content/map/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import type { Store } from "../database/index.ts";
import { copyBlobs } from "../files/index.ts";
import { copyNodes, loadNodes } from "./nodes.ts";

/** The number of map nodes that are visited at a time. */
const batchSize = 128;

/**
 * Copies contents from one repository to another: their nodes and files. Nodes that are there already are not visited, so
 * the other repository must contain complete contents only, or those of an earlier call with the same repositories.
 * Returns the number of copied nodes.
 */
export async function copyContents(
  store: Store,
  repositories: { readonly from: string; readonly to: string },
  roots: readonly string[],
): Promise<number> {
  const yielder = new EventLoopYielder();
  const maps = [...new Set(roots.flatMap(mapRootsOf))];
  let count = 0;
  while (maps.length > 0) {
    const copied = await copyNodes(store, repositories, maps.splice(-batchSize));
    const documents: string[] = [];
    const blobs: string[] = [];
    for (const text of (await loadNodes(store.read, repositories.from, copied)).values()) {
      await yielder.yieldIfDue();
      const references = referencesOf(JSON.parse(text) as MapNode<unknown>);
      maps.push(...references.maps);
      documents.push(...references.documents);
      blobs.push(...references.blobs);
    }
    count += copied.length + (await copyNodes(store, repositories, documents)).length;
    await copyBlobs(store, repositories, blobs);
    await yielder.yieldIfDue();
  }
  return count;
}
