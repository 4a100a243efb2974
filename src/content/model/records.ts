/** What a revision holds, as it is kept in nodes. Every record is written by `canonical`, so that equal ones are equal bytes. */
export const pageTypes = ["document", "group", "link"] as const;
export type PageType = (typeof pageTypes)[number];

export type Reference =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "page"; readonly page: string; readonly space?: string }
  | { readonly kind: "anchor"; readonly anchor: string; readonly page?: string; readonly space?: string }
  | { readonly kind: "space"; readonly space: string };

export interface PageLayout {
  readonly width?: "default" | "wide";
  readonly cover?: boolean;
  readonly coverSize?: "hero" | "full";
  readonly title?: boolean;
  readonly description?: boolean;
  readonly tableOfContents?: boolean;
  readonly outline?: boolean;
  readonly pagination?: boolean;
  readonly metadata?: boolean;
}

type Image = Extract<Reference, { kind: "url" | "file" }>;

export interface PageCover {
  readonly ref?: Image;
  readonly refDark?: Image;
  readonly yPos: number;
}

export type Variables = Readonly<Record<string, string>>;

/** What an author sets on a page. Nothing, an empty text and false are kept as absence. */
export interface PageAttributes {
  readonly title?: string;
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
  /** Of a link: where it leads. */
  readonly target?: Reference;
}

export interface PageRecord extends PageAttributes {
  readonly type: PageType;
  readonly title: string;
  /** The id of the page above; empty at the top. */
  readonly parent: string;
  /** Sorts the page among its siblings. */
  readonly order: string;
  /** Unique among its siblings; empty for a link, which has no path. */
  readonly slug: string;
  /** The hash of its document; a page without one is empty. */
  readonly document?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface FileRecord {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** The hash of its bytes. */
  readonly blob: string;
  readonly dimensions?: { readonly width: number; readonly height: number };
}

export interface ReusableContentRecord {
  readonly title: string;
  readonly document?: string;
}

/** The same value with the keys of every object sorted, and without what has no value. */
export function canonical<T>(value: T): T {
  if (Array.isArray(value)) return value.map(canonical) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, canonical(inner)]);
  return Object.fromEntries(entries) as T;
}
