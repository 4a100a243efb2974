import type { Flag } from "./tables.ts";

/** A boolean as it is stored. */
export function toFlag(value: boolean): Flag {
  return value ? 1 : 0;
}
