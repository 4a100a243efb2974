import type { BlockOf, BlockType, ContentRef, Fragment, Node } from "../../content/document/index.ts";
import type { Direction } from "./direction.ts";
import type { LineWidth } from "./line-breaks.ts";
import type { Code } from "./typst.ts";

/** The target of a reference in a book. */
export interface BookTarget {
  readonly kind: ContentRef["kind"];
  readonly title: string;
  /** The label of a position in the book. */
  readonly label?: string;
  /** The URL of an external target. */
  readonly url?: string;
  /** Additional text, such as the size of a file. */
  readonly note?: string;
}

/** An image file and its size in pixels. */
export interface BookImage {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** The objects that a book refers to. References are resolved relative to the page that contains them. */
export interface BookContext {
  /** The labels written so far. */
  readonly labels: Set<string>;
  targetOf(ref: ContentRef, page: string): BookTarget;
  /** Undefined if the image does not exist or cannot be shown. */
  imageOf(ref: ContentRef, page: string): BookImage | undefined;
  /** The index of the compiled formula; undefined if it does not compile. */
  formulaOf(tex: string): number | undefined;
  /** The SVG of an icon. */
  iconOf(name: string): string | undefined;
  specOf(ref: ContentRef, page: string): unknown;
}

export interface PageContext extends BookContext {
  targetOf(ref: ContentRef): BookTarget;
  imageOf(ref: ContentRef): BookImage | undefined;
  specOf(ref: ContentRef): unknown;
  /** The level of the page in the book, to which heading levels are added. */
  readonly level: number;
  /** The predominant text direction of the page. */
  readonly direction: Direction;
  /** The number of enclosing blocks. */
  readonly depth: number;
  /** The number of enclosing lists. */
  readonly lists: number;
  readonly lineWidth: LineWidth;
  /** Reserves the label of a heading; undefined if it is already used. */
  takeLabel(anchor: string): string | undefined;
  text(nodes: readonly Node[]): Code;
  blocks(
    nodes: readonly Node[] | undefined,
    options?: { readonly isItem?: boolean; readonly lineWidth?: LineWidth },
  ): Code;
  fragment(fragments: readonly Fragment[] | undefined, type: string): Code | undefined;
}

export type WriteBlock<T extends BlockType = BlockType> = (block: BlockOf<T>, context: PageContext) => Code;
