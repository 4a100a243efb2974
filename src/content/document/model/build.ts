import type {
  Block,
  BlockType,
  ContentRef,
  Data,
  Fragment,
  Inline,
  InlineType,
  Leaf,
  Mark,
  Node,
  Text,
} from "./model.ts";

/** What has no value is left out, so that equal nodes are equal JSON. */
function defined(data: Data): Data {
  for (const name in data)
    if (data[name] === undefined)
      return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
  return data;
}

/** A block with children. */
export function block(type: BlockType, data: Data, nodes: readonly Node[]): Block {
  return { object: "block", type, isVoid: false, data: defined(data), nodes };
}

/** A block without children: what it shows is in its data and its fragments. */
export function voidBlock(type: BlockType, data: Data, fragments?: readonly Fragment[]): Block {
  const alone = { object: "block", type, isVoid: true, data: defined(data) } as const;
  return fragments === undefined ? alone : { ...alone, fragments };
}

export function voidInline(type: InlineType, data: Data): Inline {
  return { object: "inline", type, isVoid: true, data: defined(data) };
}

export function link(ref: ContentRef, nodes: readonly Node[], title?: string): Inline {
  return { object: "inline", type: "link", isVoid: false, data: defined({ ref, title }), nodes };
}

export function annotation(nodes: readonly Text[], body: readonly Block[]): Inline {
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

export function paragraph(nodes: readonly Node[] = []): Block {
  return block("paragraph", {}, nodes.length === 0 ? [text(leaf(""))] : nodes);
}

/** A paragraph that shows nothing, which Markdown cannot say. */
export function isBlank({ type, data, nodes = [] }: Block): boolean {
  if (type !== "paragraph" || data.align === "center" || data.align === "end") return false;
  return nodes.every((node) => node.object === "text" && node.leaves.every((each) => each.text === ""));
}

/** What must not be empty holds an empty paragraph. */
export function atLeastOne(nodes: readonly Block[]): readonly Block[] {
  return nodes.length === 0 ? [paragraph()] : nodes;
}

/** The nodes with texts beside each other as one, and in it leaves with the same marks as one. */
export function joinTexts(nodes: readonly Node[]): Node[] {
  const joined: Node[] = [];
  let leaves: Leaf[] = [];
  const flush = () => {
    if (leaves.length > 0) joined.push(textOf(leaves));
    leaves = [];
  };
  for (const node of nodes) {
    if (node.object === "text") for (const each of node.leaves) addLeaf(leaves, each);
    else {
      flush();
      joined.push(node);
    }
  }
  flush();
  return joined.length === 0 && nodes.length > 0 ? [text(leaf(""))] : joined;
}

/** Adds to leaves what is there, to the last of them if its marks are the same. */
export function addLeaf(leaves: Leaf[], each: Leaf): void {
  const last = leaves.at(-1);
  if (each.text === "") return;
  if (last !== undefined && sameMarks(last.marks, each.marks))
    leaves[leaves.length - 1] = leaf(last.text + each.text, each.marks);
  else leaves.push(each);
}

function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a === b || (a.length === b.length && JSON.stringify(a) === JSON.stringify(b));
}
