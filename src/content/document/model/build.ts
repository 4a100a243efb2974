import type {
  Block,
  BlockOf,
  BlockType,
  Fragment,
  InlineOf,
  InlineType,
  Leaf,
  Mark,
  Node,
  Text,
} from "./model.ts";
import type { ContentRef } from "./references.ts";
import type { BlockData, InlineData } from "./schema.ts";

/** Omits undefined fields, so that equal values are equal JSON. */
export function definedFields<const T extends object>(data: T): T {
  for (const name in data) if (data[name] === undefined) return withoutUndefined(data);
  return data;
}

function withoutUndefined<T extends object>(data: T): T {
  const defined: Partial<T> = {};
  for (const name in data) if (data[name] !== undefined) defined[name] = data[name];
  return defined as T;
}

export function block<T extends BlockType>(type: T, data: BlockData[T], nodes: readonly Node[]): BlockOf<T> {
  return { object: "block", type, isVoid: false, data: definedFields(data), nodes } as BlockOf<T>;
}

export function voidBlock<T extends BlockType>(type: T, data: BlockData[T], fragments?: readonly Fragment[]) {
  const node = { object: "block", type, isVoid: true, data: definedFields(data) };
  return (fragments === undefined ? node : { ...node, fragments }) as BlockOf<T>;
}

export function voidInline<T extends InlineType>(type: T, data: InlineData[T]): InlineOf<T> {
  return { object: "inline", type, isVoid: true, data: definedFields(data) } as InlineOf<T>;
}

export function link(ref: ContentRef, nodes: readonly Node[], title?: string): InlineOf<"link"> {
  const data = title === undefined ? { ref } : { ref, title };
  return { object: "inline", type: "link", isVoid: false, data, nodes };
}

export function annotation(nodes: readonly Text[], body: readonly Block[]): InlineOf<"annotation"> {
  const fragments = [fragment("annotation-body", body)];
  return { object: "inline", type: "annotation", isVoid: false, data: {}, nodes, fragments };
}

export function fragment(type: string, nodes: readonly Block[], name = type): Fragment {
  return { object: "fragment", type, fragment: name, nodes };
}

/** The name of the fragment of a table with the title of a column. A title of plain text has none. */
export function headerName(columnId: string): string {
  return `header:${columnId}`;
}

/** Shared by all leaves without marks and all paragraphs without data, of which a large table has many. */
const noMarks: readonly Mark[] = [];
const noData = {};

export function leaf(text: string, marks: readonly Mark[] = noMarks): Leaf {
  return { object: "leaf", text, marks };
}

export function text(leaf: Leaf): Text {
  return textOf([leaf]);
}

export function textOf(leaves: readonly Leaf[]): Text {
  return { object: "text", leaves };
}

export function paragraph(nodes: readonly Node[] = []): BlockOf<"paragraph"> {
  return block("paragraph", noData, nodes.length === 0 ? [text(leaf(""))] : nodes);
}

/** Whether a block is a paragraph without text, which Markdown cannot represent. */
export function isEmptyParagraph({ type, data, nodes = [] }: Block): boolean {
  if (type !== "paragraph" || data.align === "center" || data.align === "end") return false;
  return nodes.every((node) => node.object === "text" && node.leaves.every(({ text }) => text === ""));
}

/** The blocks, or an empty paragraph for nodes that must not be empty. */
export function nonEmptyBlocks(nodes: readonly Block[]): readonly Block[] {
  return nodes.length === 0 ? [paragraph()] : nodes;
}

/** Joins adjacent texts, and in them adjacent leaves with the same marks. */
export function mergeTexts(nodes: readonly Node[]): Node[] {
  const joined: Node[] = [];
  let leaves: Leaf[] = [];
  const flush = () => {
    if (leaves.length > 0) joined.push(textOf(leaves));
    leaves = [];
  };
  for (const node of nodes) {
    if (node.object === "text") for (const leaf of node.leaves) appendLeaf(leaves, leaf);
    else {
      flush();
      joined.push(node);
    }
  }
  flush();
  return joined.length === 0 && nodes.length > 0 ? [text(leaf(""))] : joined;
}

/** Appends a leaf unless it is empty, or joins it to the last leaf if their marks are equal. */
export function appendLeaf(leaves: Leaf[], added: Leaf): void {
  const last = leaves.at(-1);
  if (added.text === "") return;
  if (last !== undefined && sameMarks(last.marks, added.marks))
    leaves[leaves.length - 1] = leaf(last.text + added.text, added.marks);
  else leaves.push(added);
}

function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a === b || (a.length === b.length && JSON.stringify(a) === JSON.stringify(b));
}
