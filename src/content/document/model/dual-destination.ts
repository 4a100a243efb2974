import type { Block } from "./model.ts";
import { mapTexts } from "./tree.ts";

/** Private-use characters that delimit the two forms of a link destination. */
const [start, middle, end] = ["\ue000", "\ue001", "\ue002"];
const form = `([^${start}${middle}${end}]*)`;
const dual = new RegExp(start + form + middle + form + end, "g");

/** A link destination in both forms: by the id of its target, and as written, for text in which no link is recognized. */
export function dualDestination(byId: string, written: string): string {
  return start + byId + middle + written + end;
}

export function toIdDestination(address: string): string {
  return address.startsWith(start) ? address.replace(dual, "$1") : address;
}

export function hasDualDestinations(text: string): boolean {
  return text.includes(start);
}

export function withIdDestinations(text: string): string {
  return hasDualDestinations(text) ? text.replace(dual, "$1") : text;
}

/** Replaces dual destinations in the text of blocks with their written form. */
export function withWrittenDestinations(blocks: readonly Block[]): Block[] {
  return mapTexts(blocks, (text) => (hasDualDestinations(text) ? text.replace(dual, "$2") : text));
}
