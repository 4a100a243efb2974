import type { BlockOf, Length, Node } from "../model/index.ts";
import type { NotesWriter } from "./notes.ts";

/** What the blocks of one kind need to write what is in them. */
export interface Writing {
  readonly notes: NotesWriter;
  blocks(nodes: readonly Node[]): string;
  /** How the anchor of a heading is to be written: only one that its words do not give it. */
  anchor(heading: Heading): string | undefined;
}

export type Heading = BlockOf<"heading-1" | "heading-2" | "heading-3">;

/** A length as it is written in a tag. */
export function lengthText(length: Length | undefined): string | undefined {
  if (length === undefined || typeof length === "number") return length?.toString();
  return `${length.value}${length.unit}`;
}
