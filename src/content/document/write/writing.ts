import type { Block, Node } from "../model/index.ts";
import type { NotesWriter } from "./notes.ts";

/** What the blocks of one kind need to write what is in them. */
export interface Writing {
  readonly notes: NotesWriter;
  blocks(nodes: readonly Node[]): string;
  /** How the anchor of a heading is to be written: only one that its words do not give it. */
  anchor(heading: Block): string | undefined;
}

/** A length as it is written in a tag. */
export function lengthText(length: unknown): string | undefined {
  if (typeof length === "number") return String(length);
  if (typeof length !== "object" || length === null || !("value" in length)) return undefined;
  return `${length.value}${"unit" in length ? length.unit : ""}`;
}
