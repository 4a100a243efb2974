import type { Tag } from "./tag-syntax.ts";

/** A block as the block parser finds it, before its inline syntax is read. */
export type RawBlock = RawContainer | RawLeaf;

export type RawContainer = { readonly children: RawBlock[] } & (
  | { readonly kind: "document" }
  | { readonly kind: "quote" }
  | ListStyle
  | RawItem
  | { readonly kind: "footnote"; readonly label: string }
  /** The content between a tag and its end tag. Without an end tag it is text. */
  | {
      readonly kind: "tag";
      readonly tag: Tag;
      readonly source: string;
      /** Whether the tag is written as an HTML element. */
      readonly isElement?: true;
      end?: string;
    }
  | { readonly kind: "details"; readonly source: string; end?: string }
);

export interface ListStyle {
  readonly kind: "list";
  readonly isOrdered: boolean;
  /** The bullet, or the delimiter after the number. A list ends where it changes. */
  readonly mark: string;
  readonly start: number;
}

interface RawItem {
  readonly kind: "item";
  readonly indent: number;
}

export type RawLeaf =
  | { readonly kind: "paragraph"; readonly lines: string[] }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "divider" }
  | RawCode
  | { readonly kind: "math"; readonly lines: string[]; isClosed?: boolean }
  | { readonly kind: "table"; readonly header: string; readonly delimiters: string; readonly rows: string[] }
  /** A tag without content. It may have several lines. */
  | { readonly kind: "void-tag"; readonly tag: Tag; readonly source: string }
  | RawElement;

export interface RawCode {
  readonly kind: "code";
  readonly lines: string[];
  readonly info: string;
  /** Absent for indented code. */
  readonly fence?: { readonly mark: string; readonly indent: number };
}

export interface RawElement {
  readonly kind: "element";
  readonly name: string;
  readonly lines: string[];
  readonly closing: RegExp;
  isClosed?: boolean;
}

export function isContainer(raw: RawBlock): raw is RawContainer {
  return "children" in raw;
}
