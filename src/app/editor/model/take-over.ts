import type { Node } from "prosemirror-model";
import type { Transaction } from "prosemirror-state";
import type { Fragment } from "./document.ts";
import { isEqual } from "./document.ts";
import { longestRun } from "./longest-run.ts";
import { isEmptyCaption } from "./sent-block.ts";
import { withoutTableIds } from "./table.ts";
import { isEmptyParagraph, toBlocks } from "./to-document.ts";

/**
 * Makes the document in the editor what it is on the server, where others may have changed it, and keeps what was typed since.
 * `sent` is the document as it was sent, `server` what the server made of it. Blocks that nobody else changed keep their content,
 * so that a space at the end of a line is not lost while somebody types; they only get their new keys. Returns the document that later
 * changes are compared with: the blocks of the server, as they are in the editor.
 */
export function takeOver(tr: Transaction, sent: Node, server: Node): { readonly base: Node } {
  const current = tr.doc;
  const counterparts = pair(sent, server);
  const currentByKey = new Map<string, number>();
  for (const [i, { attrs }] of current.children.entries())
    if (attrs.key !== null && !currentByKey.has(attrs.key)) currentByKey.set(attrs.key, i);
  const entries: Entry[] = [];
  const base: Node[] = [];
  for (const [j, theirs] of server.children.entries()) {
    const before = counterparts.get(j);
    const from = before && currentByKey.get(before.attrs.key);
    if (before === undefined) {
      entries.push({ node: theirs });
      base.push(theirs);
      continue;
    }
    const known = isSameContent(before, theirs) ? withKeysOf(before, theirs) : theirs;
    base.push(known);
    if (from === undefined) {
      // It was deleted here since. What others have written into it meanwhile is kept.
      if (known === theirs) entries.push({ node: theirs });
      continue;
    }
    const ours = current.child(from);
    if (ours.eq(before)) entries.push({ node: known, from });
    else if (known !== theirs) entries.push({ node: withKey(ours, theirs), from });
    else
      entries.push(
        ...mergeBlock(before, ours, theirs).map((node, i) => (i === 0 ? { node, from } : { node })),
      );
  }
  addLocal(entries, current, deletedBlocks(sent, counterparts));
  apply(tr, entries);
  return { base: server.type.create(server.attrs, base.length > 0 ? base : server.content) };
}

/** A block of the result, and the index of the block in the editor that becomes it. */
interface Entry {
  readonly node: Node;
  readonly from?: number;
}

/** For each block of the server, the block that was sent: with the same key, else the same content, else at the same place. */
function pair(sent: Node, server: Node): Map<number, Node> {
  const pairs = new Map<number, Node>();
  const open = new Map<string, Node[]>();
  const byKey = new Map<string, Node>();
  for (const node of sent.children) if (!isEmptyParagraph(node)) byKey.set(node.attrs.key, node);
  for (const [j, node] of server.children.entries()) {
    const same = byKey.get(node.attrs.key);
    if (same !== undefined) pairs.set(j, same);
  }
  const paired = new Set(pairs.values());
  for (const node of sent.children) {
    if (paired.has(node) || isEmptyParagraph(node)) continue;
    const identity = identityOf(node);
    open.set(identity, [...(open.get(identity) ?? []), node]);
  }
  for (const [j, node] of server.children.entries()) {
    if (pairs.has(j)) continue;
    const same = open.get(identityOf(node))?.shift();
    if (same === undefined) continue;
    pairs.set(j, same);
    paired.add(same);
  }
  pairNeighbours(pairs, paired, sent, server);
  return pairs;
}

/** Pairs what is left between two paired blocks, in order: others have changed the same blocks. */
function pairNeighbours(pairs: Map<number, Node>, paired: Set<Node>, sent: Node, server: Node): void {
  const indexes = new Map(sent.children.map((node, i) => [node, i]));
  for (const [j, node] of server.children.entries()) {
    if (pairs.has(j)) continue;
    const previous = j === 0 ? undefined : pairs.get(j - 1);
    if (j > 0 && previous === undefined) continue;
    let i = previous === undefined ? 0 : (indexes.get(previous) ?? 0) + 1;
    while (i < sent.childCount && isEmptyParagraph(sent.child(i))) i++;
    const candidate = sent.maybeChild(i);
    if (!candidate || paired.has(candidate) || candidate.type !== node.type) continue;
    pairs.set(j, candidate);
    paired.add(candidate);
  }
}

/** The content of a block, for comparison. White space may be changed by writing Markdown, and keys and anchors by the server. */
function identityOf(node: Node): string {
  return JSON.stringify(toBlocks(withoutTableIds(node)), (name, value) => {
    if (name === "key" || name === "meta" || name === "id") return undefined;
    if (name === "fragments") {
      const filled = (value as Fragment[]).filter((fragment) => !isEmptyCaption(fragment));
      return filled.length > 0 ? filled : undefined;
    }
    if (name === "text" && typeof value === "string") return value.replace(/\s+/g, " ").trim();
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSameContent(a: Node, b: Node): boolean {
  return a.eq(b) || identityOf(a) === identityOf(b);
}

/** The node with the keys and anchors of another one that has the same content. */
function withKeysOf(node: Node, keyed: Node): Node {
  if (node.isText || node.type !== keyed.type) return node;
  if (node.type.name === "conflict") return keyed;
  const children =
    node.inlineContent || node.childCount !== keyed.childCount
      ? node.children
      : node.children.map((child, i) => withKeysOf(child, keyed.child(i)));
  return withKey(node, keyed).copy(node.type.create(null, [...children]).content);
}

function withKey(node: Node, keyed: Node): Node {
  const { key, meta, data } = keyed.attrs;
  const id = data?.id === undefined ? {} : { data: { ...node.attrs.data, id: data.id } };
  const attributes = {
    ...node.attrs,
    ...id,
    ...("key" in node.attrs && { key }),
    ...("meta" in node.attrs && { meta }),
  };
  return node.type.create(attributes, node.content, node.marks);
}

/**
 * A block that was changed here and by somebody else. Changes at different places of it are both made; otherwise both versions are
 * kept, one after the other.
 */
function mergeBlock(before: Node, ours: Node, theirs: Node): Node[] {
  const here = rangeBetween(before, ours);
  const there = rangeBetween(before, theirs);
  if (here === undefined || before.type !== ours.type) return [withKey(ours, theirs)];
  if (there === undefined) return [withKey(ours, theirs)];
  const isApart = here.to <= there.from || there.to <= here.from;
  if (!isApart || before.type !== theirs.type) return [withKey(ours, theirs), unkeyed(theirs)];
  const shift = there.to <= here.from ? there.end - there.to : 0;
  const slice = ours.slice(here.from, here.end);
  try {
    return [theirs.replace(here.from + shift, here.to + shift, slice)];
  } catch {
    return [withKey(ours, theirs), unkeyed(theirs)];
  }
}

function unkeyed(node: Node): Node {
  return node.type.create({ ...node.attrs, key: null }, node.content);
}

/** The part of a node that differs in another: `from` to `to` became `from` to `end`. */
function rangeBetween(before: Node, after: Node) {
  const from = before.content.findDiffStart(after.content);
  const ends = before.content.findDiffEnd(after.content);
  if (from === null || ends === null) return undefined;
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b));
  return { from, to: ends.a + overlap, end: ends.b + overlap };
}

/** Adds the blocks that only the editor has, each after the block that precedes it there. */
function addLocal(entries: Entry[], current: Node, deleted: ReadonlyMap<string, Node>): void {
  const taken = new Set(entries.map(({ from }) => from));
  for (const [i, node] of current.children.entries()) {
    if (taken.has(i)) continue;
    // A block that others have deleted is gone, unless it was changed here since.
    if (deleted.get(node.attrs.key)?.eq(node)) continue;
    const previous = entries.findLastIndex(({ from = Number.POSITIVE_INFINITY }) => from < i);
    entries.splice(previous + 1, 0, { node, from: i });
  }
}

/** The blocks that were sent and are not on the server any more. Empty paragraphs never are. */
function deletedBlocks(sent: Node, counterparts: ReadonlyMap<number, Node>): Map<string, Node> {
  const remaining = new Set(counterparts.values());
  const deleted = sent.children.filter((node) => !remaining.has(node) && !isEmptyParagraph(node));
  return new Map(deleted.map((node) => [node.attrs.key, node]));
}

/** The beginning of the keys that the editor gives to new blocks until they are saved. */
export const newKeyPrefix = "new-";

/** Turns the blocks of the document into these. Blocks that stay are changed where they differ, so that the selection stays too. */
function apply(tr: Transaction, entries: readonly Entry[]): void {
  const { doc } = tr;
  const run = longestRun(entries.map(({ from }) => from));
  const staying = new Set([...run].map((i) => entries[i]?.from));
  for (let i = doc.childCount - 1, position = doc.content.size; i >= 0; i--) {
    const start = position - doc.child(i).nodeSize;
    if (!staying.has(i)) tr.delete(start, position);
    position = start;
  }
  let position = 0;
  for (const [i, { node }] of entries.entries()) {
    if (run.has(i)) changeBlock(tr, position, node);
    else tr.insert(position, node);
    position += node.nodeSize;
  }
}

function changeBlock(tr: Transaction, position: number, node: Node): void {
  const current = tr.doc.nodeAt(position);
  if (current === null || current === node || current.eq(node)) return;
  if (current.type !== node.type) {
    tr.replaceWith(position, position + current.nodeSize, node);
    return;
  }
  changeAttributes(tr, position, current, node);
  const range = rangeBetween(current, node);
  if (range === undefined) return;
  const isSameShape = changeInnerAttributes(tr, position, current, node);
  if (!isSameShape)
    tr.replace(position + 1 + range.from, position + 1 + range.to, node.slice(range.from, range.end));
}

function changeAttributes(tr: Transaction, position: number, current: Node, node: Node): void {
  for (const [name, value] of Object.entries(node.attrs))
    if (!isEqual(current.attrs[name], value)) tr.setNodeAttribute(position, name, value);
}

/** Changes the attributes of the blocks in a node, if nothing else differs. */
function changeInnerAttributes(tr: Transaction, position: number, current: Node, node: Node): boolean {
  if (!isSameShape(current, node)) return false;
  node.descendants((inner, offset) => {
    const existing = current.nodeAt(offset);
    if (existing && !inner.isText) changeAttributes(tr, position + 1 + offset, existing, inner);
    return !inner.inlineContent;
  });
  return true;
}

/** Whether two nodes differ in attributes of blocks only. */
function isSameShape(a: Node, b: Node): boolean {
  if (a.type !== b.type || a.childCount !== b.childCount) return false;
  if (a.inlineContent) return a.content.eq(b.content);
  return a.children.every((child, i) => isSameShape(child, b.child(i)));
}
