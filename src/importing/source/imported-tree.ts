import type { PageAttributes } from "../../content/index.ts";
import type { ImportSource } from "../../storage/database/index.ts";

export interface SourcePage {
  /** The path from the root of the source (`guide/install.md`), or the URL without a fragment. Links are matched with it. */
  readonly address: string;
  readonly aliases?: readonly string[];
  /** The address of the parent; undefined at the top level. Parents come before their children. */
  readonly parent?: string;
  /** A group has no document; a link has an `href`; generated pages take the place of an entry with a `generator`. */
  readonly type: "document" | "group" | "link" | "generated";
  readonly title?: string;
  /** The preferred slug; by default it is derived from the address. */
  readonly slug?: string;
  /** Attributes that the front matter of the document does not contain. Groups and links have no document. */
  readonly attributes?: Omit<PageAttributes, "title" | "target" | "cover">;
  /** Maps fragments in links to anchors of the imported page. The empty anchor is the top of the page. */
  readonly anchors?: ReadonlyMap<string, string>;
  /** Markdown, possibly with front matter. Links are relative to `address`. */
  readonly markdown?: string;
  readonly href?: string;
  /** The fields of an entry of type `generated`, as in the source. */
  readonly generator?: Readonly<Record<string, unknown>>;
}

/** A file that pages embed or link to. `path` is that of a temporary file. */
export interface SourceFile {
  readonly address: string;
  readonly name: string;
  readonly contentType: string;
  readonly path: string;
}

/** A document that pages include by its address. */
export interface SourceReusableContent {
  readonly address: string;
  readonly title: string;
  readonly markdown: string;
}

/** Everything read from a source, with the pages in depth-first order. */
export interface ImportedTree {
  readonly pages: readonly SourcePage[];
  readonly files: readonly SourceFile[];
  readonly reusableContents?: readonly SourceReusableContent[];
  readonly variables?: Readonly<Record<string, string>>;
  /** The number of pages, files and reusable contents in the source, including those that were skipped. */
  readonly total: number;
  /** What was skipped and why, as sentences for the user. */
  readonly warnings?: readonly string[];
}

/** A page or file of the source that was not imported. */
export interface SkippedItem {
  /** Its path or URL in the source. */
  readonly address: string;
  readonly reason: string;
}

/** An imported tree, with what was not imported. */
export interface ImportedSource extends ImportedTree {
  /** The first pages and files that were skipped, and why. */
  readonly skipped: readonly SkippedItem[];
}

/** A source cannot be imported. The message is shown to the user. */
export class ImportError extends Error {}

const megabyte = 1024 * 1024;

/** Limits of one import. Pages and files beyond them are skipped, and counted in `ImportedTree.total`. */
export const importLimits = {
  pages: 2000,
  /** The number of bytes read from the source. */
  bytes: 500 * megabyte,
  /** The number of characters of all documents. */
  text: 32 * megabyte,
  /** The number of bytes of one file. */
  file: 100 * megabyte,
  /** The number of characters of one document. */
  document: 2 * megabyte,
} as const;

export interface ImportOptions {
  readonly source: ImportSource;
  readonly from: { readonly url: string } | { readonly path: string };
  /** The folder of a Markdown tree that is imported; by default the whole tree, or that of its only space. */
  readonly directory?: string | undefined;
  /** A folder for temporary files. */
  readonly folder: string;
  readonly allowPrivateNetwork: boolean;
}

export interface ImportProgress {
  /** The number of pages and files that were read, and of all that are known. */
  readonly done: number;
  readonly total: number;
  /** How many of those that were read are imported. */
  readonly pages: number;
  readonly files: number;
}

export interface ImportContext {
  /** A folder for temporary files. */
  readonly folder: string;
  report(progress: ImportProgress): void;
  /** Called with what is not imported, and why. */
  skip?(address: string, reason: string): void;
}
