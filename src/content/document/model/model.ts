import { words } from "../../../platform/index.ts";
import type { ContentRef } from "./references.ts";
import { type BlockData, blockSchemas, type Color, type InlineData, inlineSchemas } from "./schema.ts";

export interface Document {
  readonly object: "document";
  readonly data: DocumentData;
  readonly nodes: readonly Block[];
}

export interface DocumentData {
  readonly frontMatter?: string;
}

export const plainMarks = words("bold italic strikethrough code keyboard superscript subscript");
export type PlainMark = (typeof plainMarks)[number];

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

interface NodeOf<Object extends string, Types, T extends keyof Types> {
  readonly object: Object;
  readonly type: T;
  readonly isVoid: boolean;
  readonly data: Types[T];
  readonly nodes?: readonly Node[];
  readonly fragments?: readonly Fragment[];
  readonly key?: string;
}

export type InlineType = keyof InlineData;
export type InlineOf<T extends InlineType> = { [Type in T]: NodeOf<"inline", InlineData, Type> }[T];
export type Inline = InlineOf<InlineType>;

export type BlockType = keyof BlockData;
interface TypedBlock<T extends BlockType> extends NodeOf<"block", BlockData, T> {
  /** The anchor of a heading or an expandable. */
  readonly meta?: { readonly id: string };
}
export type BlockOf<T extends BlockType> = { [Type in T]: TypedBlock<Type> }[T];
export type Block = BlockOf<BlockType>;

/** A part of a node that holds blocks: a caption, a table cell, the body of an annotation. */
export interface Fragment {
  readonly object: "fragment";
  readonly type: string;
  readonly fragment: string;
  readonly nodes: readonly Block[];
  readonly key?: string;
}

export type Node = Block | Inline | Text;

export const inlineTypes = Object.keys(inlineSchemas) as InlineType[];
export const blockTypes = Object.keys(blockSchemas) as BlockType[];

export function refOfNode({ data }: Block | Inline): ContentRef | undefined {
  return "ref" in data ? data.ref : undefined;
}

export function isTextBlock(type: BlockType): boolean {
  return type === "paragraph" || type === "code-line" || type.startsWith("heading-");
}
