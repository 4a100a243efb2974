// Records as they are stored in nodes.
import { limits } from "./limits.ts";

export const pageTypes = ["document", "group", "link"] as const;
export type PageType = (typeof pageTypes)[number];

export type Reference =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "page"; readonly page: string; readonly space?: string }
  | { readonly kind: "anchor"; readonly anchor: string; readonly page?: string; readonly space?: string }
  | { readonly kind: "space"; readonly space: string };

export const coverSizes = ["hero", "full", "background"] as const;

export interface PageLayout {
  readonly width?: "default" | "wide";
  readonly cover?: boolean;
  readonly coverSize?: (typeof coverSizes)[number];
  readonly coverMask?: "none" | "radial";
  readonly title?: boolean;
  readonly description?: boolean;
  readonly tableOfContents?: boolean;
  readonly outline?: boolean;
  readonly pagination?: boolean;
  readonly metadata?: boolean;
  readonly tags?: boolean;
  readonly actions?: boolean;
  readonly anchors?: boolean;
}

type Image = Extract<Reference, { kind: "url" | "file" }>;

export interface PageCover {
  readonly ref?: Image;
  readonly refDark?: Image;
  readonly yPos: number;
}

type Variables = Readonly<Record<string, string>>;

/** A tag of a page, by its slug. The primary one is shown in the table of contents. */
export interface PageTag {
  readonly tag: string;
  readonly primary?: boolean;
}

/** Attributes set by authors. Empty strings and false are stored as absence. */
export interface PageAttributes {
  readonly title?: string;
  /** Replaces the title in the table of contents and in mentions. */
  readonly linkTitle?: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly description?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  readonly condition?: string;
  readonly layout?: PageLayout;
  readonly cover?: PageCover;
  readonly variables?: Variables;
  readonly tags?: readonly PageTag[];
  /** The target of a page of type `link`. */
  readonly target?: Reference;
}

/** Whether a text is the name of a tag: one line without commas. */
export function isTagName(text: string): boolean {
  return tagPattern.test(text) && text.length <= limits.tag && text.isWellFormed();
}

const tagPattern = /^[^,\s\p{Cc}](?:[^,\p{Cc}]*[^,\s\p{Cc}])?$/u;

export interface PageRecord extends PageAttributes {
  readonly type: PageType;
  readonly title: string;
  /** The id of the parent page; empty for a top-level page. */
  readonly parent: string;
  /** A fractional index: the sort key among siblings. */
  readonly order: string;
  /** Unique among siblings; empty for a link, which has no path. */
  readonly slug: string;
  /** The hash of the document; absent for an empty page. */
  readonly document?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface FileRecord {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** The hash of the bytes. */
  readonly blob: string;
  readonly dimensions?: { readonly width: number; readonly height: number };
}

export interface ReusableContentRecord {
  readonly title: string;
  readonly document?: string;
}

/** Sorts the keys of all objects and removes undefined values. */
export function canonicalize<T>(value: T): T {
  if (Array.isArray(value)) return value.map(canonicalize) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, canonicalize(inner)]);
  return Object.fromEntries(entries) as T;
}
