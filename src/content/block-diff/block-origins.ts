import { finishYielding } from "../../platform/index.ts";
import type { Block } from "../document/index.ts";
import { Identities } from "./identities.ts";

/** The blocks of an earlier version; undefined if no earlier one is to be read. */
type ReadVersion = (index: number) => Promise<readonly Block[] | undefined>;

interface BlockOrigins {
  /**
   * For each block, the index of the version in which it got its content; undefined if all versions that were read have it, and -1 if
   * the newest one does not.
   */
  readonly origins: readonly (number | undefined)[];
  /** The number of versions that were read. */
  readonly count: number;
}

/**
 * Finds the version in which each block got its content: the oldest one since which all versions have an equal block. Versions are read
 * from the newest on, until all blocks are found.
 */
export async function findBlockOrigins(blocks: readonly Block[], read: ReadVersion): Promise<BlockOrigins> {
  const identities = new Identities();
  const wanted = await finishYielding(identities.ofAll(blocks));
  const pending = new Set(wanted);
  const origins = new Map<string, number>();
  let count = 0;
  for (; pending.size > 0; count++) {
    const version = await read(count);
    if (version === undefined) break;
    const existing = new Set(await finishYielding(identities.ofAll(version)));
    for (const identity of pending.difference(existing)) {
      origins.set(identity, count - 1);
      pending.delete(identity);
    }
  }
  return { origins: wanted.map((identity) => origins.get(identity)), count };
}
