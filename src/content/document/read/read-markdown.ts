import type { Block } from "../model.ts";
import { parseBlocks } from "./block-parser.ts";
import { BlockBuilder } from "./build-blocks.ts";

/** Reads Markdown, without front matter, as blocks. Any text can be read; what means nothing is text. */
export function readMarkdown(source: string): Block[] {
  const rough = parseBlocks(source.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd"));
  return new BlockBuilder(rough).build();
}
