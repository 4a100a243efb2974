import { type Content, maxPageDepth, maxPathLength, type PageRecord } from "../model/index.ts";
import { ancestorsOf, descendantsOf, findPage } from "./read-pages.ts";

/** The depth of a page in the tree, 1 at the top level, and the length of its path. */
export interface Extent {
  readonly depth: number;
  readonly pathLength: number;
}

export async function extentOf(content: Content, page: Pick<PageRecord, "parent" | "slug">): Promise<Extent> {
  let [depth, pathLength] = [1, page.slug.length];
  for (const { slug } of (await ancestorsOf(content, page)).values()) {
    depth++;
    pathLength += slug.length + 1;
  }
  return { depth, pathLength };
}

/** The limit of the tree that a page with this extent exceeds. */
export function excessOf({ depth, pathLength }: Extent): string | undefined {
  if (depth > maxPageDepth) return `pages can be nested at most ${maxPageDepth} levels deep`;
  return pathLength > maxPathLength
    ? `the path of a page can have at most ${maxPathLength} characters`
    : undefined;
}

/**
 * The limit of the tree that a page or a page below it exceeds after a change. A page of an older, larger tree may
 * exceed it unless the change makes it worse: `before` is the previous extent of the page.
 */
export async function findExcess(content: Content, id: string, before?: Extent): Promise<string | undefined> {
  const page = await findPage(content, id);
  if (page === undefined) return undefined;
  const extent = await extentOf(content, page);
  const isDeeper = before === undefined || extent.depth > before.depth;
  const isLonger = before === undefined || extent.pathLength > before.pathLength;
  if (!isDeeper && !isLonger) return undefined;
  const { depth, pathLength } = await maxExtentBelow(content, id, extent);
  return excessOf({ depth: isDeeper ? depth : 0, pathLength: isLonger ? pathLength : 0 });
}

async function maxExtentBelow(content: Content, id: string, extent: Extent): Promise<Extent> {
  const extents = new Map([[id, extent]]);
  let { depth, pathLength } = extent;
  for (const [child, { parent, slug }] of await descendantsOf(content, id)) {
    const above = extents.get(parent) ?? extent;
    const below = { depth: above.depth + 1, pathLength: above.pathLength + 1 + slug.length };
    extents.set(child, below);
    depth = Math.max(depth, below.depth);
    pathLength = Math.max(pathLength, below.pathLength);
  }
  return { depth, pathLength };
}
