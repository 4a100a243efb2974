import { keyOf } from "../spec-files.ts";
import { cut } from "./json-values.ts";

/** What is longer leads nowhere. */
export const longestReference = 1000;
export const longestName = 100;

/** The name that a reference has for its schema, if an author gave it one. */
export function nameIn(ref: string): string | undefined {
  if (ref.length > longestReference) return undefined;
  const [file = "", pointer = ""] = ref.split("#", 2);
  const [place, last] = pointer.split("/").slice(-2);
  const isNamed = place !== undefined && ["schemas", "definitions", "$defs"].includes(place);
  if (last !== undefined && (isNamed || file !== "")) return cut(keyOf(last), longestName);
  const name = /([^/]+?)(?:\.[a-z]+)?$/i.exec(file)?.[1];
  return name === undefined ? undefined : cut(keyOf(name), longestName);
}
