import type { Urls } from "../../config/index.ts";
import type { Content, FileRecord } from "../../content/index.ts";

/** What a book is made of: a content, or a part of it, and what is around it. */
export interface BookOrder {
  readonly content: Content;
  /** The title of the space, and what stands with it on the cover. */
  readonly title: string;
  readonly emoji?: string;
  readonly organization: string;
  /** Of a change request: what it is called, and its number. */
  readonly draft?: { readonly subject: string; readonly number: number };
  /** When the content was last changed. */
  readonly changedAt: string;
  /** The page that the book is of, with all that is below it unless it is that page only. */
  readonly part?: { readonly page: string; readonly isOnly: boolean };
  /** Leaves formulas and drawings as they are written: where the compiler did not survive one of them. */
  readonly isCautious?: boolean;
  readonly space: { readonly id: string; readonly organizationId: string };
  readonly urls: Urls;
  bytesOf(file: FileRecord): Promise<Uint8Array>;
  /** From where a reader can have a file. */
  addressOf(file: FileRecord): string;
  /** An image from elsewhere; undefined where it cannot be had. */
  fetchImage(url: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** What is not in the content: read once for all that the book names. */
  outside(names: OutsideNames): Promise<Outside>;
}

/** What a content names that is kept elsewhere. */
export interface OutsideNames {
  readonly users: readonly string[];
  /** The slugs of OpenAPI specs. */
  readonly specs: readonly string[];
}

/** What is known of it: the names of users, and the documents of specs by their slug. */
export interface Outside {
  readonly users: ReadonlyMap<string, string>;
  readonly specs: ReadonlyMap<string, { readonly version: string; readonly document: unknown }>;
}

/** Why a content cannot be made into a book; said of the content, as "is too long". */
export class BookError extends Error {}
