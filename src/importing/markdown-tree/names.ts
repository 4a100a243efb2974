import { withoutExtension } from "../source/index.ts";

/** A number that only says where a file comes among others: `01-intro`, `2. Setup`. */
const prefix = /^(\d{1,3})(?:[.)]\s*|[-_ ]+)(?=[^\d\s.)_-])/;

/** The number that a name begins with to be sorted by. */
export function orderOfName(name: string): number | undefined {
  const [, number] = prefix.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** A path without the numbers that its names begin with to be sorted by. */
export function withoutOrder(path: string): string {
  return path
    .split("/")
    .map((name) => name.replace(prefix, ""))
    .join("/");
}

/** The name of a file as a title: `01-getting_started.md` is Getting started. */
export function readableName(name: string): string {
  const words = withoutExtension(name)
    .replace(prefix, "")
    .replace(/[-_\s]+/g, " ")
    .trim();
  const [first = ""] = words;
  return first.toUpperCase() + words.slice(first.length) || name;
}

/** As much of a name as is compared. */
const compared = 200;

/** What names are compared by, so that numbers in them count as numbers, and case does not. */
export function sortingKey(name: string): string {
  return name
    .slice(0, compared)
    .toLowerCase()
    .replace(/\d{1,10}/g, (digits) => digits.padStart(10, "0"));
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
