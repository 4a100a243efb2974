import {
  countEntries,
  type Difference,
  diffMaps,
  editMap,
  emptyMap,
  getValue,
  getValues,
  isLeaf,
  type KeyRange,
  type MapNode,
  type MapRoot,
  readEntries,
} from "../map/index.ts";
import { inMemoryNodes, type Nodes } from "../nodes/index.ts";
import { canonicalize, type FileRecord, type PageRecord, type ReusableContentRecord } from "./records.ts";

/** The maps that make up the content of a space, and the types of their values. */
export interface Records {
  /** By page id. `order` and `slugs` are indexes derived from it. */
  readonly pages: PageRecord;
  /** Page ids by parent, order and page id: the children of a page in order. */
  readonly order: string;
  /** Page ids by parent and slug. */
  readonly slugs: string;
  readonly files: FileRecord;
  readonly reusableContents: ReusableContentRecord;
  /** Values by name. */
  readonly variables: string;
}

const mapNames = ["pages", "order", "slugs", "files", "reusableContents", "variables"] as const;
type MapName = keyof Records;

export type Roots = Readonly<Record<MapName, MapRoot>>;

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

export function emptyContent(nodes: Nodes): Content {
  const empty = emptyMap(nodes);
  return openContent(nodes, JSON.stringify(Object.fromEntries(mapNames.map((name) => [name, empty]))));
}

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

export function getRecord<M extends MapName>({ nodes, roots }: Content, map: M, key: string) {
  return getValue<Records[M]>(nodes, roots[map], key);
}

/** Reads several records; unknown keys are absent from the result. */
export function getRecords<M extends MapName>({ nodes, roots }: Content, map: M, keys: Iterable<string>) {
  return getValues<Records[M]>(nodes, roots[map], [...keys]);
}

/** Reads the records of a range of keys, by default all. */
export function readRecords<M extends MapName>({ nodes, roots }: Content, map: M, range?: KeyRange) {
  return readEntries<Records[M]>(nodes, roots[map], range);
}

export function countRecords({ nodes, roots }: Content, map: MapName): Promise<number> {
  return countEntries(nodes, roots[map]);
}

export async function readVariables(content: Content): Promise<Record<string, string>> {
  const variables = await readRecords(content, "variables");
  return Object.fromEntries(variables.map(({ key, value }) => [key, value]));
}

/** Edits one map of a draft. An undefined value removes the key. Equal records are stored as equal bytes. */
export async function editDraft<M extends MapName>(
  draft: Draft,
  map: M,
  edits: Iterable<readonly [key: string, record: Records[M] | undefined]>,
): Promise<void> {
  const stored = new Map(Array.from(edits, ([key, record]) => [key, canonicalize(record)]));
  if (stored.size > 0)
    draft.roots = { ...draft.roots, [map]: await editMap(draft.nodes, draft.roots[map], stored) };
}

/** The differences between two contents, by id or name. */
export type ContentDiff = {
  readonly [M in "pages" | "files" | "reusableContents" | "variables"]: readonly Difference<Records[M]>[];
};

/** Compares two contents. The cost is proportional to the differences, not to the size of the contents. */
export async function diffContents(before: Content, after: Content): Promise<ContentDiff> {
  const diff = <M extends MapName>(map: M) =>
    diffMaps<Records[M]>(after.nodes, before.roots[map], after.roots[map]);
  return {
    pages: await diff("pages"),
    files: await diff("files"),
    reusableContents: await diff("reusableContents"),
    variables: await diff("variables"),
  };
}

/** The roots of the maps of a content. */
export function mapRootsOf(root: string): MapRoot[] {
  return Object.values(JSON.parse(root) as Roots);
}

/** The hashes in a node of any map: of its children, or of the documents and files of its records. */
export function referencesOf(node: MapNode<unknown>): Record<"maps" | "documents" | "blobs", string[]> {
  if (!isLeaf(node)) return { maps: [...node.values], documents: [], blobs: [] };
  const records = node.values as readonly (string | Partial<PageRecord & FileRecord>)[];
  const hashesOf = (name: "document" | "blob") =>
    records.flatMap((record) => (typeof record === "string" ? [] : (record[name] ?? [])));
  return { maps: [], documents: hashesOf("document"), blobs: hashesOf("blob") };
}

/** The texts of the staged nodes that this content uses, without intermediate nodes of earlier edits. */
export async function collectNewNodes({ nodes, roots }: Content): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const add = (hash: string | undefined): boolean => {
    const text = hash === undefined || texts.has(hash) ? undefined : nodes.stagedText(hash);
    if (hash === undefined || text === undefined) return false;
    texts.set(hash, text);
    return true;
  };
  const visit = async (hash: string, withDocuments: boolean): Promise<void> => {
    if (!add(hash)) return;
    const node = await nodes.read<MapNode<Pick<PageRecord, "document">>>(hash);
    if (!isLeaf(node)) for (const child of node.values) await visit(child, withDocuments);
    else if (withDocuments) for (const { document } of node.values) add(document);
  };
  for (const name of mapNames) await visit(roots[name], name === "pages" || name === "reusableContents");
  return texts;
}
