import { type Structure, sortKeysOf } from "../../publishing/index.ts";
import { type Call, type Page, pageOf } from "../http/index.ts";

/**
 * One page of some parts of a site, in their order. Where the last part of the page before has not moved itself, it goes
 * on behind it, whatever became of what it stands in: a first section changes the keys of all that it takes.
 */
export function pageOfParts<Part>(
  call: Call<unknown, { page?: string; limit: number }>,
  all: Structure,
  parts: readonly Part[],
  idOf: (part: Part) => string,
): Page<Part> {
  const keys = sortKeysOf(all);
  const keyOf = (part: Part) => keys.get(idOf(part)) ?? "";
  const behind = (last: string) => {
    const index = parts.findIndex((part) => ownKey(keyOf(part)) === ownKey(last));
    return index === -1 ? parts.filter((part) => keyOf(part) > last) : parts.slice(index + 1);
  };
  return pageOf(call, parts, keyOf, { behind });
}

/** The position and the id of the part itself, without what it stands in. */
function ownKey(key: string): string {
  return key.split("/").slice(-2).join("/");
}
