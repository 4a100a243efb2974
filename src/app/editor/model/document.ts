/** The document of a page as the API has it. The server checks its details. */
export interface Document {
  readonly object: "document";
  readonly data: Data;
  readonly nodes: readonly Block[];
}

export type Data = Readonly<Record<string, unknown>>;

export interface Mark {
  readonly object: "mark";
  readonly type: string;
  readonly data?: Data;
}

export interface Leaf {
  readonly object: "leaf";
  readonly text: string;
  readonly marks: readonly Mark[];
}

export interface Text {
  readonly object: "text";
  readonly leaves: readonly Leaf[];
  readonly key?: string;
}

interface Element {
  readonly type: string;
  readonly isVoid: boolean;
  readonly data: Data;
  readonly fragments?: readonly Fragment[];
  readonly key?: string;
}

export interface Inline extends Element {
  readonly object: "inline";
  readonly nodes?: readonly (Text | Inline)[];
}

export interface Block extends Element {
  readonly object: "block";
  readonly nodes?: readonly (Block | Text | Inline)[];
  /** The anchor of a heading or an expandable. */
  readonly meta?: { readonly id: string };
}

/** A part of a node that holds blocks: a caption, a table cell, the body of an annotation. */
export interface Fragment {
  readonly object: "fragment";
  readonly type: string;
  readonly fragment: string;
  readonly nodes: readonly Block[];
  readonly key?: string;
}

/** Whether two JSON values are equal, whatever the order of their fields. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => isEqual(item, b[i]))
    );
  const [left, right] = [definedEntries(a), b as Record<string, unknown>];
  return left.length === definedEntries(b).length && left.every(([key, value]) => isEqual(value, right[key]));
}

function definedEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, inner]) => inner !== undefined);
}

/** A copy of a document: its blocks are others, so that they have neither keys nor anchors. */
export function withoutKeys(document: Document): Document {
  const text = JSON.stringify(document, (name, value) =>
    name === "key" || name === "meta" ? undefined : value,
  );
  return JSON.parse(text);
}
