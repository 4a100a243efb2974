import type { Urls } from "../../config/index.ts";
import type { Content, FileRecord } from "../../content/index.ts";

/** The content of a book, or a part of it, and functions that load referenced objects. */
export interface BookInput {
  readonly content: Content;
  readonly title: string;
  readonly emoji?: string;
  readonly organization: string;
  /** Set for a change request. */
  readonly draft?: { readonly subject: string; readonly number: number };
  readonly changedAt: string;
  /** Limits the book to a page and its descendants, or to the page alone. */
  readonly part?: { readonly page: string; readonly isOnly: boolean };
  /** Shows formulas and drawings as source. Set after the compiler has crashed on a formula or a drawing. */
  readonly isFallback?: boolean;
  readonly space: { readonly id: string; readonly organizationId: string };
  readonly urls: Urls;
  bytesOf(file: FileRecord): Promise<Uint8Array>;
  urlOf(file: FileRecord): string;
  /** Fetches an external image; undefined if it is not available. */
  fetchImage(url: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Loads the users and specs that the book refers to. */
  loadExternals(names: ExternalNames): Promise<Externals>;
}

/** The users and specs that a content refers to. */
export interface ExternalNames {
  readonly users: readonly string[];
  /** The slugs of the specs. */
  readonly specs: readonly string[];
}

/** The names of users by id, and the documents of specs by slug. */
export interface Externals {
  readonly users: ReadonlyMap<string, string>;
  readonly specs: ReadonlyMap<string, { readonly version: string; readonly document: unknown }>;
}

/** The reason why a content cannot be printed as a book. The message is a predicate of the content: "is too long". */
export class BookError extends Error {}
