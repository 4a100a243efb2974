import { oneLine, type RawBlock } from "../../markdown/syntax/index.ts";
import { type Block, leaf, type Node, paragraph, text } from "../model/index.ts";
import type { LinkTarget } from "./link-syntax.ts";

/** The functions of the reader that the readers of single blocks need for their content. */
export interface ReadContext {
  inlines(source: string): Node[];
  htmlInlines(source: string): Node[];
  readonly inline: InlineContext;
  blocks(children: readonly RawBlock[]): Block[];
  heading(level: number, nodes: readonly Node[], id?: string, align?: "center" | "end"): Block;
}

export interface InlineContext {
  readonly definitions: ReadonlyMap<string, LinkTarget>;
  footnote(label: string): { readonly number: number; readonly body: readonly Block[] } | undefined;
  releaseFootnote(body: readonly Block[]): void;
}

/** The source as text, one paragraph for each part between blank lines. */
export function literalParagraphs(source: string): Block[] {
  return source
    .split(/\n[ \t]*\n/)
    .map((part) => oneLine(part.trim()))
    .filter((part) => part !== "")
    .map((part) => paragraph([text(leaf(part))]));
}
