/** The links and anchors of a document, cached by its hash. */
export interface DocumentFindingsTable {
  repository_id: string;
  hash: string;
  /** JSON. */
  findings: string;
}

/** The state of the search index of a space. */
export interface SearchSpaceTable {
  space_id: string;
  organization_id: string;
  /** The space's number in the ids of its sections. */
  number: number;
  /** The root of the indexed content; null before the first indexing. */
  root: string | null;
  /** The id of a long indexing run in progress. */
  run: string | null;
  /** Roots of contents whose indexing began but may not have finished, one per line. */
  unfinished: string;
  next_page: number;
  /** The languages of its pages, comma-separated. */
  languages: string;
}

/** A single row: the last number assigned to a space. Numbers are not reused. */
export interface SearchCounterTable {
  last: number;
}

export interface SearchPageTable {
  space: number;
  page_id: string;
  number: number;
}

/** A section of a page, as search results show it. Its words are in `search_index` under the same id. */
export interface SearchSectionTable {
  /** See `sectionNumber`. */
  id: number;
  page_id: string;
  title: string;
  anchor: string;
  heading: string;
  body: string;
  /** JSON: the conditions under which a visitor sees it. */
  conditions: string | null;
}

/** A word or stem of an indexed text of any space. */
export interface SearchWordTable {
  word: string;
}

/**
 * The id of an indexed section encodes its space, its page and its index in the page. So matches can be counted and
 * filtered by space and page from the full-text index alone.
 */
const pageBits = 19;
const sectionBits = 14;

/** How far to shift an id right to get its page, and its space. */
export const pageShift = sectionBits;
export const spaceShift = sectionBits + pageBits;

/** The maximum number of spaces, of pages in a space and of sections in a page. Numbers are never reused. */
export const maxSpaces = 2 ** (Math.log2(Number.MAX_SAFE_INTEGER + 1) - spaceShift);
export const maxPages = 2 ** pageBits;
export const maxSections = 2 ** sectionBits;

export function sectionNumber(space: number, page: number, section: number): number {
  return (space * maxPages + page) * maxSections + section;
}

export function spaceNumberOf(section: number): number {
  return Math.floor(section / (maxPages * maxSections));
}

/** The number of the page, unique across spaces. */
export function pageNumberOf(section: number): number {
  return Math.floor(section / maxSections);
}
