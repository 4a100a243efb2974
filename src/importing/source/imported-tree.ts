import type { PageAttributes } from "../../content/index.ts";
import type { ImportSource } from "../../storage/database/index.ts";

/** A page as its source has it. */
export interface SourcePage {
  /**
   * Where it stands in the source: a path from its top (`guide/install.md`), or an http address without its fragment. Links
   * lead to it by that.
   */
  readonly address: string;
  /** Other addresses that lead to it as well. */
  readonly aliases?: readonly string[];
  /** The address of the page that it is below; undefined at the top. Parents come before their children. */
  readonly parent?: string;
  /** A group has no text of its own, and a link leads elsewhere. */
  readonly type: "document" | "group" | "link";
  readonly title?: string;
  /** The slug that it is to have; else the last part of its address is one. */
  readonly slug?: string;
  /** What its text does not say itself: a group or a link has none. */
  readonly attributes?: Omit<PageAttributes, "title" | "target" | "cover">;
  /** What places on the page are called in links, where they are called otherwise here; empty for its beginning. */
  readonly anchors?: ReadonlyMap<string, string>;
  /** Markdown, with front matter where there is one. Its links are as they are in the source, relative to `address`. */
  readonly markdown?: string;
  /** Of a link: where it leads. */
  readonly href?: string;
}

/** A file that pages show or link to, on the disk until it is kept. */
export interface SourceFile {
  /** As of a page: where it stands in the source. */
  readonly address: string;
  /** Its own name, without folders. */
  readonly name: string;
  readonly contentType: string;
  /** Where its bytes are. */
  readonly path: string;
}

/** A text that pages include. */
export interface SourceReusableContent {
  /** As of a page: where it stands in the source, which is how pages name it. */
  readonly address: string;
  readonly title: string;
  readonly markdown: string;
}

/** What a source holds: pages in the order in which they are read, their files, and what only some sources have. */
export interface ImportedTree {
  readonly pages: readonly SourcePage[];
  readonly files: readonly SourceFile[];
  readonly reusableContents?: readonly SourceReusableContent[];
  readonly variables?: Readonly<Record<string, string>>;
  /** How many pages, files and reusable contents there were, those included that could not be taken. */
  readonly total: number;
}

/** Why a source cannot be imported at all, in words for whoever gave its address. */
export class ImportError extends Error {}

const megabyte = 1024 * 1024;

/** How much one import takes in, so that it ends, and in bounded memory. What is beyond is counted, and left out. */
export const importLimits = {
  pages: 2000,
  /** All that is read of the source. */
  bytes: 500 * megabyte,
  /** All texts together, in characters. */
  text: 32 * megabyte,
  /** One file. */
  file: 100 * megabyte,
  /** The text of one page, in characters. */
  document: 2 * megabyte,
} as const;

/** What is imported, and from where: an address, or a file of this machine. */
export interface ImportOptions {
  readonly source: ImportSource;
  readonly from: { readonly url: string } | { readonly path: string };
  /** Where files are put until they are kept. */
  readonly folder: string;
  readonly allowPrivateNetwork: boolean;
}

/** What an import is given to work with. */
export interface ImportContext {
  /** A folder for files, which is removed when the import is over. */
  readonly folder: string;
  /** Called now and then with how much is done. */
  report(progress: { readonly done: number; readonly total: number }): void;
}
