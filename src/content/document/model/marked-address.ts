import { mapTexts } from "./map-texts.ts";
import type { Block } from "./model.ts";

/** Characters that mean nothing to anyone, around the two ways to write an address. */
const [start, middle, end] = ["\ue000", "\ue001", "\ue002"];
const marked = new RegExp(
  `${start}([^${start}${middle}${end}]*)${middle}([^${start}${middle}${end}]*)${end}`,
  "g",
);

/** An address of something that is kept by its id, with the way it was written. */
export function dualAddress(byId: string, written: string): string {
  return start + byId + middle + written + end;
}

/** Where a link leads: by id, if it is kept so. */
export function idAddress(text: string): string {
  return text.startsWith(start) ? text.replace(marked, "$1") : text;
}

/** The text with every address in it by id, if it is kept so. */
export function withIdAddresses(text: string): string {
  return hasDualAddresses(text) ? text.replace(marked, "$1") : text;
}

/** Whether there are such addresses in a text. */
export function hasDualAddresses(text: string): boolean {
  return text.includes(start);
}

/** The blocks with addresses in what is only text as they were written. */
export function withWrittenAddresses(blocks: readonly Block[]): Block[] {
  return mapTexts(blocks, (text) => written(text));
}

/** The text with every address in it as it was written. */
export function written(text: string): string {
  return hasDualAddresses(text) ? text.replace(marked, "$2") : text;
}
