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

/** Omits undefined fields, so that equal nodes are equal JSON. */
function defined<T extends object>(data: T): T {
  const entries = Object.entries(data);
  return entries.some(([, value]) => value === undefined)
    ? (Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as T)
    : data;
}

/** A block with children. */
export function block<T extends BlockType>(type: T, data: BlockData[T], nodes: readonly Node[]): BlockOf<T> {
  return { object: "block", type, isVoid: false, data: defined(data), nodes } as BlockOf<T>;
}

/** A block without children. Its content is in its data and its fragments. */
export function voidBlock<T extends BlockType>(
  type: T,
  data: BlockData[T],
  fragments?: readonly Fragment[],
): BlockOf<T> {
  const alone = { object: "block", type, isVoid: true, data: defined(data) };
  return (fragments === undefined ? alone : { ...alone, fragments }) as BlockOf<T>;
}

export function voidInline<T extends InlineType>(type: T, data: InlineData[T]): InlineOf<T> {
  return { object: "inline", type, isVoid: true, data: defined(data) } as InlineOf<T>;
}

export function link(ref: ContentRef, nodes: readonly Node[], title?: string): InlineOf<"link"> {
  return { object: "inline", type: "link", isVoid: false, data: defined({ ref, title }), nodes };
}

export function annotation(nodes: readonly Text[], body: readonly Block[]): InlineOf<"annotation"> {
  const fragments = [fragment("annotation-body", body)];
  return { object: "inline", type: "annotation", isVoid: false, data: {}, nodes, fragments };
}

export function fragment(type: string, nodes: readonly Block[], name = type): Fragment {
  return { object: "fragment", type, fragment: name, nodes };
}

export function leaf(text: string, marks: readonly Mark[] = []): Leaf {
  return { object: "leaf", text, marks };
}

export function text(only: Leaf): Text {
  return textOf([only]);
}

export function textOf(leaves: readonly Leaf[]): Text {
  return { object: "text", leaves };
}

export function paragraph(nodes: readonly Node[] = []): BlockOf<"paragraph"> {
  return block("paragraph", {}, nodes.length === 0 ? [text(leaf(""))] : nodes);
}

/** A paragraph that shows nothing, which Markdown cannot say. */
export function isEmptyParagraph(node: Block): boolean {
  if (node.type !== "paragraph" || node.data.align === "center" || node.data.align === "end") return false;
  return (node.nodes ?? []).every(
    (node) => node.object === "text" && node.leaves.every((each) => each.text === ""),
  );
}

/** What must not be empty holds an empty paragraph. */
export function nonEmptyBlocks(nodes: readonly Block[]): readonly Block[] {
  return nodes.length === 0 ? [paragraph()] : nodes;
}

/** The nodes with texts beside each other as one, and in it leaves with the same marks as one. */
export function mergeTexts(nodes: readonly Node[]): Node[] {
  const joined: Node[] = [];
  let leaves: Leaf[] = [];
  const flush = () => {
    if (leaves.length > 0) joined.push(textOf(leaves));
    leaves = [];
  };
  for (const node of nodes) {
    if (node.object === "text") for (const each of node.leaves) appendLeaf(leaves, each);
    else {
      flush();
      joined.push(node);
    }
  }
  flush();
  return joined.length === 0 && nodes.length > 0 ? [text(leaf(""))] : joined;
}

/** Adds to leaves what is there, to the last of them if its marks are the same. */
export function appendLeaf(leaves: Leaf[], each: Leaf): void {
  const last = leaves.at(-1);
  if (each.text === "") return;
  if (last !== undefined && sameMarks(last.marks, each.marks))
    leaves[leaves.length - 1] = leaf(last.text + each.text, each.marks);
  else leaves.push(each);
}

function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a === b || (a.length === b.length && JSON.stringify(a) === JSON.stringify(b));
}
