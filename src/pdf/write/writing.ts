import type { BlockOf, BlockType, ContentRef, Fragment, Node } from "../../content/document/index.ts";
import type { Room } from "./breakable.ts";
import type { Direction } from "./text.ts";
import type { Code } from "./typst.ts";

/** What a reference leads to, for who reads it on paper or in a viewer. */
export interface Target {
  readonly kind: ContentRef["kind"];
  /** What it is called. */
  readonly title: string;
  /** A place in the book, by its name. */
  readonly name?: string;
  /** An address outside of it. */
  readonly url?: string;
  /** More about it, as the size of a file. */
  readonly note?: string;
}

/** An image that can be shown: where the compiler finds it, and how large it is in pixels. */
export interface Picture {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** What the documents of a book refer to. */
export interface Surroundings {
  /** The places that have been named in what is written so far. */
  readonly places: Set<string>;
  /** What a reference on this page leads to. */
  targetOf(ref: ContentRef, page: string): Target;
  /** Undefined where there is no such image, or none that can be shown. */
  pictureOf(ref: ContentRef): Picture | undefined;
  /** The place of a formula among those of the book; undefined for one that cannot be set. */
  formulaOf(tex: string): number | undefined;
  /** The drawing of an icon, in the colour of what it stands in. */
  iconOf(name: string): string | undefined;
  /** The parsed document of an OpenAPI spec. */
  specOf(ref: ContentRef): unknown;
}

/** What blocks stand in, as far as it matters to them. */
export interface Inside {
  readonly isItem?: boolean;
  readonly room?: Room;
}

/** Writes what stands on one page. What stands in something else is written through this, too. */
export interface Writing extends Surroundings {
  readonly page: string;
  /** The level of the page's own title. */
  readonly level: number;
  /** From which side the page is read, for the most part. */
  readonly direction: Direction;
  /** How many blocks what is written now stands in. */
  readonly depth: number;
  /** How many of those are lists. */
  readonly lists: number;
  /** How much room it has beside what else there is. */
  readonly room: Room;
  /** The name of a heading's place; undefined where another one has it. */
  takeName(anchor: string): string | undefined;
  text(nodes: readonly Node[]): Code;
  /** The blocks inside of another. */
  blocks(nodes: readonly Node[] | undefined, inside?: Inside): Code;
  fragment(fragments: readonly Fragment[] | undefined, type: string): Code | undefined;
}

/** Writes a block of one type. */
export type WriteBlock<T extends BlockType = BlockType> = (block: BlockOf<T>, writing: Writing) => Code;
