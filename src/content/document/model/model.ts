import type { Json } from "../../markdown/syntax/index.ts";

/** A document as a tree of blocks: the shape that clients of the API read and write. */
export interface Document {
  readonly object: "document";
  readonly data: DocumentData;
  readonly nodes: readonly Block[];
}

export interface DocumentData {
  /** The lines of the front matter, without the dashes around them. */
  readonly frontMatter?: string;
}

export type ContentRef =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "file"; readonly file: string; readonly space?: string }
  | { readonly kind: "page"; readonly page: string; readonly space?: string; readonly query?: string }
  | {
      readonly kind: "anchor";
      readonly anchor: string;
      readonly page?: string;
      readonly space?: string;
      readonly query?: string;
    }
  | { readonly kind: "user"; readonly user: string }
  | { readonly kind: "collection"; readonly collection: string }
  | { readonly kind: "space"; readonly space: string }
  | { readonly kind: "reusable-content"; readonly reusableContent: string; readonly space?: string }
  | { readonly kind: "openapi"; readonly spec: string };

export const plainMarks = [
  "bold",
  "italic",
  "strikethrough",
  "code",
  "keyboard",
  "superscript",
  "subscript",
] as const;
export type PlainMark = (typeof plainMarks)[number];

export const colors = [
  "default",
  "green",
  "blue",
  "red",
  "orange",
  "yellow",
  "purple",
  "$primary",
  "$info",
  "$success",
  "$warning",
  "$danger",
] as const;
export type Color = (typeof colors)[number];

export type Mark =
  | { readonly object: "mark"; readonly type: PlainMark }
  | {
      readonly object: "mark";
      readonly type: "color";
      readonly data: { readonly text: Color; readonly background: Color };
    };

export interface Leaf {
  readonly object: "leaf";
  readonly text: string;
  readonly marks: readonly Mark[];
}

export interface Text {
  readonly object: "text";
  readonly leaves: readonly Leaf[];
  readonly key?: string;
}

export type Data = { readonly [key: string]: Json | undefined };

export interface Inline {
  readonly object: "inline";
  readonly type: InlineType;
  readonly isVoid: boolean;
  readonly data: Data;
  readonly nodes?: readonly Node[];
  readonly fragments?: readonly Fragment[];
  readonly key?: string;
}

export interface Block {
  readonly object: "block";
  readonly type: BlockType;
  readonly isVoid: boolean;
  readonly data: Data;
  readonly nodes?: readonly Node[];
  readonly fragments?: readonly Fragment[];
  /** What is found from the rest: the anchor of a heading. */
  readonly meta?: { readonly id: string };
  readonly key?: string;
}

/** A part of a node that is a small document of its own: a caption, a cell, the body of an annotation. */
export interface Fragment {
  readonly object: "fragment";
  readonly type: string;
  readonly fragment: string;
  readonly nodes: readonly Block[];
  readonly key?: string;
}

export type Node = Block | Inline | Text;

export const hintStyles = ["info", "warning", "danger", "success"] as const;

export const inlineTypes = [
  "link",
  "emoji",
  "icon",
  "expression",
  "inline-math",
  "inline-image",
  "annotation",
  "mention",
  "button",
] as const;
export type InlineType = (typeof inlineTypes)[number];

export const blockTypes = [
  "paragraph",
  "heading-1",
  "heading-2",
  "heading-3",
  "list-ordered",
  "list-unordered",
  "list-tasks",
  "list-item",
  "divider",
  "blockquote",
  "hint",
  "if",
  "images",
  "image",
  "file",
  "drawing",
  "embed",
  "code",
  "code-line",
  "math",
  "expandable",
  "tabs",
  "tabs-item",
  "table",
  "swagger",
  "openapi-operation",
  "openapi-schemas",
  "openapi-webhook",
  "content-ref",
  "integration",
  "reusable-content",
  "stepper",
  "stepper-step",
  "columns",
  "column",
] as const;
export type BlockType = (typeof blockTypes)[number];

/** Blocks whose children are text, not blocks again. */
export function holdsText(type: BlockType): boolean {
  return type === "paragraph" || type === "code-line" || type.startsWith("heading-");
}

/** Those of some nodes that are blocks. */
export function blocksIn(nodes: readonly Node[] = []): Block[] {
  return nodes.filter((node) => node.object === "block");
}

/** How many nodes there are in one, itself included. */
export function countNodes(node: Node | Fragment | Document): number {
  if (node.object === "text") return 1 + node.leaves.length;
  let count = 1;
  for (const inner of node.nodes ?? []) count += countNodes(inner);
  if ("fragments" in node) for (const each of node.fragments ?? []) count += countNodes(each);
  return count;
}
