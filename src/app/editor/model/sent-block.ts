import type { Node } from "prosemirror-model";
import type { Block, Fragment, Text } from "./document.ts";
import { toBlock } from "./to-document.ts";

/**
 * A block as it is sent. An anchor that the server has derived from the text of a heading is left out, so that it is derived again:
 * otherwise it would be written to the page as an anchor that its author chose. `known` is the block before the changes.
 */
export function toSentBlock(node: Node, known?: Node): Block {
  const texts = new Map<string, string>();
  known?.descendants((inner) => noteHeading(inner, texts));
  if (known) noteHeading(known, texts);
  return withoutDerivedAnchors(toBlock(node), texts);
}

function noteHeading(node: Node, texts: Map<string, string>): void {
  if (isHeading(node.type.name)) texts.set(node.attrs.key, node.textContent);
}

function isHeading(name: string): boolean {
  return name.startsWith("heading");
}

function withoutDerivedAnchors(block: Block, texts: ReadonlyMap<string, string>): Block {
  const { meta: _, ...rest } = block;
  if (isHeading(block.type)) {
    const { id, ...data } = block.data as { id?: string };
    const text = texts.get(block.key ?? "") ?? textOf(block);
    return id !== undefined && isDerived(id, text) ? { ...rest, data } : rest;
  }
  const inner = (nodes: NonNullable<Block["nodes"]>) =>
    nodes.map((node) => (node.object === "block" ? withoutDerivedAnchors(node, texts) : node));
  return {
    ...rest,
    ...(rest.nodes && { nodes: inner(rest.nodes) }),
    ...(rest.fragments && {
      fragments: rest.fragments
        .filter((fragment) => !isEmptyCaption(fragment))
        .map((fragment) => ({ ...fragment, nodes: inner(fragment.nodes) as Block[] })),
    }),
  };
}

/** Whether a fragment is a caption that nothing was typed in yet. Markdown has none. */
export function isEmptyCaption({ type, nodes }: Fragment): boolean {
  return (
    type === "caption" && nodes.every(({ nodes: inner = [] }) => inner.every((node) => isEmptyText(node)))
  );
}

function isEmptyText(node: object): boolean {
  return "leaves" in node && (node as Text).leaves.every(({ text }) => text === "");
}

function textOf({ nodes = [] }: Block): string {
  return nodes.map((node) => ("leaves" in node ? node.leaves.map(({ text }) => text).join("") : "")).join("");
}

/** Whether an anchor is that of a text. For text of other scripts, only the server knows; its own anchors are the usual ones. */
function isDerived(id: string, text: string): boolean {
  if (!/^[\x20-\x7e]*$/.test(text)) return true;
  const anchor = text
    .toLowerCase()
    .replace(/'/g, "")
    .replace(/&/g, " and ")
    .replace(/[^a-z0-9._]+/g, "-")
    .replace(/^-|-$/g, "");
  const base = id.replace(/^id-(?=\d)/, "");
  return base === anchor || base.replace(/-\d+$/, "") === anchor || (anchor === "" && /^section/.test(id));
}
