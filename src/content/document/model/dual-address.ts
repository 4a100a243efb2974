import type { Block } from "./model.ts";
import { mapTexts } from "./tree.ts";

/** Private-use characters around the two forms of an address. */
const [start, middle, end] = ["\ue000", "\ue001", "\ue002"];
const form = `([^${start}${middle}${end}]*)`;
const dual = new RegExp(start + form + middle + form + end, "g");

/** An address in both of its forms: by the id of its target, and as the author wrote it. */
export function dualAddress(byId: string, written: string): string {
  return start + byId + middle + written + end;
}

export function idAddress(address: string): string {
  return address.startsWith(start) ? address.replace(dual, "$1") : address;
}

export function hasDualAddresses(text: string): boolean {
  return text.includes(start);
}

export function withIdAddresses(text: string): string {
  return hasDualAddresses(text) ? text.replace(dual, "$1") : text;
}

/** Replaces the dual addresses in the text of blocks by the written form. */
export function withWrittenAddresses(blocks: readonly Block[]): Block[] {
  return mapTexts(blocks, (text) => (hasDualAddresses(text) ? text.replace(dual, "$2") : text));
}
