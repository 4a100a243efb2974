/** What is found in a document by itself: its links and anchors. Read once, and kept by the document's hash. */
export interface DocumentFindingsTable {
  repository_id: string;
  hash: string;
  /** As JSON. */
  findings: string;
}

/** What the index holds of a space. */
export interface SearchSpaceTable {
  space_id: string;
  organization_id: string;
  /** What its sections are numbered by. */
  number: number;
  /** The content that is indexed, sealed; null before that is done for the first time. */
  root: string | null;
  /** Who is at work on it, of those who take longer. */
  run: string | null;
  /** The contents, sealed, that somebody began to index since and may not have come to the end of: one on each line. */
  unfinished: string;
  /** The number of the next page that is indexed for the first time. */
  next_page: number;
  /** Those that its pages are written in, joined by commas. */
  languages: string;
}

/** One row: the last number that was given to a space. None is given twice. */
export interface SearchCounterTable {
  last: number;
}

export interface SearchPageTable {
  /** By its number. */
  space: number;
  page_id: string;
  number: number;
}

/** A part of a page, as it is shown when it is found. Its words are in the index of the database, by the same id. */
export interface SearchSectionTable {
  /** See `section-numbers.ts`. */
  id: number;
  page_id: string;
  /** That of the page. */
  title: string;
  anchor: string;
  heading: string;
  body: string;
  /** What a visitor must meet to see it, as JSON. */
  conditions: string | null;
}
