import { withoutExtension } from "../source/index.ts";

export function isPageName(name: string): boolean {
  return /\.(?:md|markdown|mdx)$/i.test(name);
}

/** Whether a page of this name represents its folder. */
export function isIndexName(name: string): boolean {
  return /^(?:readme|index|_index)\.(?:md|markdown|mdx)$/i.test(name);
}

/** Matches a number that determines the order of a file: `01-intro`, `2. Setup`. */
const orderPrefix = /^(\d{1,3})(?:[.)]\s*|[-_ ]+)(?=[^\d\s.)_-])/;

export function orderOfName(name: string): number | undefined {
  const [, number] = orderPrefix.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
}

export function withoutOrder(path: string): string {
  return path
    .split("/")
    .map((name) => name.replace(orderPrefix, ""))
    .join("/");
}

/** The title for a file name: `01-getting_started.md` becomes Getting started. */
export function readableName(name: string): string {
  const text = withoutExtension(name)
    .replace(orderPrefix, "")
    .replace(/[-_\s]+/g, " ")
    .trim();
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length) || name;
}

const maxSortLength = 200;

export function sortKey(name: string): string {
  return name
    .slice(0, maxSortLength)
    .toLowerCase()
    .replace(/\d{1,10}/g, (digits) => digits.padStart(10, "0"));
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
