import { editMap, emptyMap, isLeaf, type MapNode, type MapRoot } from "../map/index.ts";
import { inMemoryNodes, type Nodes } from "../nodes/index.ts";
import type { PageRecord } from "./records.ts";

/** The maps that make up the content of a space at one moment. */
export interface Roots {
  /** Page id -> record. The truth about pages; the two that follow are found from it. */
  readonly pages: MapRoot;
  /** Parent, order and page id -> page id: the children of a page in their order. */
  readonly order: MapRoot;
  /** Parent and slug -> page id. */
  readonly slugs: MapRoot;
  /** File id -> record. */
  readonly files: MapRoot;
  /** Id -> record. */
  readonly reusableContents: MapRoot;
  /** Name -> value. */
  readonly variables: MapRoot;
}

const mapNames = [
  "pages",
  "order",
  "slugs",
  "files",
  "reusableContents",
  "variables",
] as const satisfies (keyof Roots)[];

/** Content that can be read. */
export interface Content {
  readonly nodes: Nodes;
  readonly roots: Roots;
}

/** Content that is being changed: each change leaves new roots behind. */
export interface Draft {
  readonly nodes: Nodes;
  roots: Roots;
}

/** The content of a new space. */
export function emptyContent(nodes: Nodes): Content {
  const empty = emptyMap(nodes);
  return openContent(nodes, JSON.stringify(Object.fromEntries(mapNames.map((name) => [name, empty]))));
}

/** That content, sealed: as it is in every space that was never written to. */
export const emptyRoot = rootOf(emptyContent(inMemoryNodes()));

/** The content that was sealed to this text. */
export function openContent(nodes: Nodes, root: string): Content {
  return { nodes, roots: JSON.parse(root) as Roots };
}

export function openDraft({ nodes, roots }: Content): Draft {
  return { nodes, roots };
}

/** All that must be kept to open this content again, as text. Equal contents have equal texts. */
export function rootOf({ roots }: Pick<Content, "roots">): string {
  return JSON.stringify(Object.fromEntries(mapNames.map((name) => [name, roots[name]])));
}

export async function editDraft<V>(
  draft: Draft,
  map: keyof Roots,
  edits: ReadonlyMap<string, V | undefined>,
): Promise<void> {
  if (edits.size === 0) return;
  draft.roots = { ...draft.roots, [map]: await editMap(draft.nodes, draft.roots[map], edits) };
}

/** The new nodes that this content is made of: what a sequence of changes made on its way is left out. */
export async function collectNewNodes({ nodes, roots }: Content): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const take = (hash: string | undefined): boolean => {
    const text = hash === undefined || found.has(hash) ? undefined : nodes.stagedText(hash);
    if (hash === undefined || text === undefined) return false;
    found.set(hash, text);
    return true;
  };
  const visit = async (hash: string, withDocuments: boolean): Promise<void> => {
    if (!take(hash)) return;
    const node = await nodes.read<MapNode<Pick<PageRecord, "document">>>(hash);
    if (!isLeaf(node))
      for (const child of node.values as readonly string[]) await visit(child, withDocuments);
    else if (withDocuments) for (const { document } of node.values) take(document);
  };
  for (const name of mapNames) await visit(roots[name], name === "pages" || name === "reusableContents");
  return found;
}
