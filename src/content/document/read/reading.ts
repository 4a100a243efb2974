import { oneLine, type RawBlock } from "../../markdown/syntax/index.ts";
import { type Block, leaf, type Node, paragraph, text } from "../model/index.ts";
import type { LinkTarget } from "./link-syntax.ts";

export interface HeadingOptions {
  readonly id?: string;
  readonly align?: "center" | "end";
}

/** What the blocks of one kind need to read what is in them. */
export interface ReadContext {
  /** Text in which Markdown means something. */
  inlines(source: string): Node[];
  /** Text in which only HTML does. */
  htmlInlines(source: string): Node[];
  readonly context: InlineContext;
  blocks(children: readonly RawBlock[]): Block[];
  heading(level: number, nodes: readonly Node[], options?: HeadingOptions): Block;
}

/** Text as it is written, a paragraph for each part between blank lines. */
export function literalParagraphs(source: string): Block[] {
  return source
    .split(/\n[ \t]*\n/)
    .map((part) => oneLine(part.trim()))
    .filter((part) => part !== "")
    .map((part) => paragraph([text(leaf(part))]));
}

/** What the text of a document may lead to elsewhere in it. */
export interface InlineContext {
  readonly definitions: ReadonlyMap<string, LinkTarget>;
  /** The body of a footnote; undefined where there is none of that name. */
  footnote(label: string): { readonly number: number; readonly body: readonly Block[] } | undefined;
  /** The note with this body stands where there can be none. */
  releaseNote(body: readonly Block[]): void;
}
