import type { BlockOf, BlockType, ContentRef, Fragment, Node } from "../../content/document/index.ts";
import type { Room } from "./breakable.ts";
import type { Direction } from "./text.ts";
import type { Code } from "./typst.ts";

/** The target of a reference. */
export interface Target {
  readonly kind: ContentRef["kind"];
  readonly title: string;
  /** The label of a position in the book. */
  readonly name?: string;
  /** An external address. */
  readonly url?: string;
  /** Additional text, such as the size of a file. */
  readonly note?: string;
}

/** An image file and its size in pixels. */
export interface Picture {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** Resolves the references of the documents. */
export interface Surroundings {
  /** The labels written so far. */
  readonly places: Set<string>;
  targetOf(ref: ContentRef, page: string): Target;
  /** Undefined if the image does not exist or cannot be shown. */
  pictureOf(ref: ContentRef): Picture | undefined;
  /** The index of a formula; undefined if it does not compile. */
  formulaOf(tex: string): number | undefined;
  /** The SVG of an icon. */
  iconOf(name: string): string | undefined;
  specOf(ref: ContentRef): unknown;
}

/** The container of a block. */
export interface Inside {
  readonly isItem?: boolean;
  readonly room?: Room;
}

/** The state of writing one page. */
export interface Writing extends Surroundings {
  readonly page: string;
  /** The heading level of the page title. */
  readonly level: number;
  /** The predominant text direction of the page. */
  readonly direction: Direction;
  /** The nesting depth. */
  readonly depth: number;
  /** The number of enclosing lists. */
  readonly lists: number;
  /** The available width. */
  readonly room: Room;
  /** The label of a heading; undefined if it is taken. */
  takeName(anchor: string): string | undefined;
  text(nodes: readonly Node[]): Code;
  blocks(nodes: readonly Node[] | undefined, inside?: Inside): Code;
  fragment(fragments: readonly Fragment[] | undefined, type: string): Code | undefined;
}

export type WriteBlock<T extends BlockType = BlockType> = (block: BlockOf<T>, writing: Writing) => Code;
