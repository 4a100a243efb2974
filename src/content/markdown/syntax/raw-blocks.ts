import type { Tag } from "./tag-syntax.ts";

/** The blocks of a text before what is in them is read: which lines belong to what. */
export type RawBlock = RawContainer | RawLeaf;

export type RawContainer = { readonly children: RawBlock[] } & (
  | { readonly kind: "document" }
  | { readonly kind: "quote" }
  | ListStyle
  | RawItem
  | { readonly kind: "footnote"; readonly label: string }
  /** Between a tag and its end; one that is not closed was no tag. */
  | { readonly kind: "tag"; readonly tag: Tag; readonly source: string; end?: string }
  | { readonly kind: "details"; readonly source: string; end?: string }
);

export interface ListStyle {
  readonly kind: "list";
  readonly isOrdered: boolean;
  /** A list ends where its mark changes: a dash, or what stands behind a number. */
  readonly mark: string;
  readonly start: number;
}

interface RawItem {
  readonly kind: "item";
  /** How far what belongs to it is indented. */
  readonly indent: number;
}

export type RawLeaf =
  | { readonly kind: "paragraph"; readonly lines: string[] }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "divider" }
  | RawCode
  | { readonly kind: "math"; readonly lines: string[]; isClosed?: boolean }
  | { readonly kind: "table"; readonly header: string; readonly delimiters: string; readonly rows: string[] }
  /** A tag that has nothing inside, or goes on over several lines. */
  | { readonly kind: "void-tag"; readonly tag: Tag; readonly source: string }
  /** An element of HTML, up to the tag that closes it. */
  | RawElement;

export interface RawCode {
  readonly kind: "code";
  readonly lines: string[];
  readonly info: string;
  /** Absent where the code is known by its indentation. */
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
