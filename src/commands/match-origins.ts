import { openLinkedContent } from "../api/content/index.ts";
import type { Context } from "../api/http/index.ts";
import { findSpaces, type SpaceRow } from "../api/spaces/index.ts";
import { openContent } from "../content/index.ts";
import { type LinkIndexEntry, readUncertainLinks } from "../content/link-index/index.ts";
import { findByPaths } from "../content/pages/index.ts";
import { addOrigin, findSpacesByOrigin, openNodes } from "../storage/repositories/index.ts";

/** The links of a space to other spaces in GitBook's application. */
export interface SpaceWithAppLinks {
  readonly space: SpaceRow;
  readonly entries: readonly LinkIndexEntry[];
}

/** The current rows of spaces, with their links to GitBook's application that are not links to pages of this server yet. */
export async function readAppLinks(
  context: Context,
  organizationId: string,
  ids: readonly string[],
): Promise<SpaceWithAppLinks[]> {
  const rows = await findSpaces(context.database.read, organizationId, [...new Set(ids)]);
  const spaces: SpaceWithAppLinks[] = [];
  for (const space of rows.values()) {
    const links = await readUncertainLinks(openLinkedContent(context, space, space.root));
    spaces.push({ space, entries: links.filter(({ url }) => url !== undefined) });
  }
  return spaces;
}

export interface OriginMatch {
  readonly originId: string;
  /** Undefined if no space has more than half of the linked pages, or several have equally many. */
  readonly space?: SpaceRow;
}

/**
 * Remembers which of the imported spaces had an id in GitBook, for each unknown id that they link to: the one that has the
 * most pages at the linked paths. Repositories contain these ids only in links.
 */
export async function matchOrigins(
  context: Context,
  organizationId: string,
  spaces: readonly SpaceWithAppLinks[],
): Promise<OriginMatch[]> {
  const paths = new Map<string, Set<string>>();
  for (const { entries } of spaces)
    for (const { ref } of entries) {
      if (!("space" in ref) || ref.space === undefined) continue;
      const ofSpace = paths.getOrInsertComputed(ref.space, () => new Set());
      if ("page" in ref && ref.page !== undefined) ofSpace.add(ref.page);
    }
  const { read } = context.database;
  const known = await findSpacesByOrigin(read, organizationId, [...paths.keys()]);
  const own = await findSpaces(read, organizationId, [...paths.keys()]);
  const matches: OriginMatch[] = [];
  for (const [originId, linked] of paths) {
    if (known.has(originId) || own.has(originId)) continue;
    const space = await findBestMatch(context, spaces, [...linked]);
    if (space !== undefined) await context.database.write((trx) => addOrigin(trx, space.id, originId));
    matches.push({ originId, ...(space && { space }) });
  }
  return matches;
}

async function findBestMatch(
  context: Context,
  spaces: readonly SpaceWithAppLinks[],
  paths: readonly string[],
): Promise<SpaceRow | undefined> {
  const located = paths.map((path) => ({ parent: "", slugs: path.split("/") }));
  let best: { readonly space: SpaceRow; readonly count: number } | undefined;
  let isTied = false;
  for (const { space } of spaces) {
    const content = openContent(openNodes(context, space.repository_id), space.root);
    const found = await findByPaths(content, located);
    const count = located.filter((path) => found.get(path) !== undefined).length;
    if (count === 0 || count < (best?.count ?? 0)) continue;
    isTied = count === best?.count;
    best = { space, count };
  }
  return best === undefined || isTied || 2 * best.count <= paths.length ? undefined : best.space;
}
