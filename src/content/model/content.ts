import { editMap, emptyMap, isLeaf, type MapNode, type MapRoot } from "../map/index.ts";
import { inMemoryNodes, type Nodes } from "../nodes/index.ts";
import type { PageRecord } from "./records.ts";

const mapNames = ["pages", "order", "slugs", "files", "reusableContents", "variables"] as const;

/**
 * The maps that make up the content of a space:
 * - `pages`: page id -> record. `order` and `slugs` are indexes derived from it.
 * - `order`: parent, order and page id -> page id. Lists the children of a page in order.
 * - `slugs`: parent and slug -> page id.
 * - `files`: file id -> record.
 * - `reusableContents`: id -> record.
 * - `variables`: name -> value.
 */
export type Roots = Readonly<Record<(typeof mapNames)[number], MapRoot>>;

/** A readable snapshot of the content of a space. */
export interface Content {
  readonly nodes: Nodes;
  readonly roots: Roots;
}

/** Content being edited: every edit replaces the roots. */
export interface Draft {
  readonly nodes: Nodes;
  roots: Roots;
}

/** The content of a new space. */
export function emptyContent(nodes: Nodes): Content {
  const empty = emptyMap(nodes);
  return openContent(nodes, JSON.stringify(Object.fromEntries(mapNames.map((name) => [name, empty]))));
}

/** The root of empty content. */
export const emptyRoot = rootOf(emptyContent(inMemoryNodes()));

export function openContent(nodes: Nodes, root: string): Content {
  return { nodes, roots: JSON.parse(root) as Roots };
}

export function openDraft({ nodes, roots }: Content): Draft {
  return { nodes, roots };
}

/** Serializes the roots, for `openContent`. Equal contents have equal roots. */
export function rootOf({ roots }: Pick<Content, "roots">): string {
  return JSON.stringify(Object.fromEntries(mapNames.map((name) => [name, roots[name]])));
}

/** Edits one map of a draft. An undefined value removes the key. */
export async function editDraft<V>(
  draft: Draft,
  map: keyof Roots,
  edits: ReadonlyMap<string, V | undefined>,
): Promise<void> {
  if (edits.size === 0) return;
  draft.roots = { ...draft.roots, [map]: await editMap(draft.nodes, draft.roots[map], edits) };
}

/** The staged nodes reachable from this content; intermediate nodes of earlier edits are not. */
export async function collectNewNodes({ nodes, roots }: Content): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const add = (hash: string | undefined): boolean => {
    const text = hash === undefined || found.has(hash) ? undefined : nodes.stagedText(hash);
    if (hash === undefined || text === undefined) return false;
    found.set(hash, text);
    return true;
  };
  const visit = async (hash: string, withDocuments: boolean): Promise<void> => {
    if (!add(hash)) return;
    const node = await nodes.read<MapNode<Pick<PageRecord, "document">>>(hash);
    if (!isLeaf(node)) for (const child of node.values) await visit(child, withDocuments);
    else if (withDocuments) for (const { document } of node.values) add(document);
  };
  for (const name of mapNames) await visit(roots[name], name === "pages" || name === "reusableContents");
  return found;
}
