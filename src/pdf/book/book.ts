import type { Urls } from "../../config/index.ts";
import type { Content, FileRecord } from "../../content/index.ts";

/** The input of a book: a content, or a part of it, and access to what it refers to. */
export interface BookOrder {
  readonly content: Content;
  readonly title: string;
  readonly emoji?: string;
  readonly organization: string;
  /** Set for a change request. */
  readonly draft?: { readonly subject: string; readonly number: number };
  readonly changedAt: string;
  /** Limits the book to a page and its descendants, or to the page alone. */
  readonly part?: { readonly page: string; readonly isOnly: boolean };
  /** Shows formulas and drawings as source. Set after the compiler has crashed on one of them. */
  readonly isCautious?: boolean;
  readonly space: { readonly id: string; readonly organizationId: string };
  readonly urls: Urls;
  bytesOf(file: FileRecord): Promise<Uint8Array>;
  addressOf(file: FileRecord): string;
  /** Fetches an external image; undefined if it is not available. */
  fetchImage(url: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Loads the users and specs that the book refers to. */
  outside(names: OutsideNames): Promise<Outside>;
}

/** The users and specs that a content refers to. */
export interface OutsideNames {
  readonly users: readonly string[];
  /** Slugs. */
  readonly specs: readonly string[];
}

/** Users' names by id, and documents of specs by slug. */
export interface Outside {
  readonly users: ReadonlyMap<string, string>;
  readonly specs: ReadonlyMap<string, { readonly version: string; readonly document: unknown }>;
}

/** The reason why a content cannot become a book. Continues a sentence about the content: "is too long". */
export class BookError extends Error {}
