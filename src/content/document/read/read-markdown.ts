import { finish, normalizeLines, parseBlocks, type Steps } from "../../markdown/syntax/index.ts";
import type { Block } from "../model/index.ts";
import { BlockBuilder } from "./build-blocks.ts";

/** Reads Markdown, without front matter, as blocks. Any text can be read; what means nothing is text. */
export function readMarkdown(source: string): Block[] {
  return finish(readSteps(source));
}

export function* readSteps(source: string): Steps<Block[]> {
  const { root } = yield* parseBlocks(normalizeLines(source));
  return (yield* new BlockBuilder(root, source).buildEach()).flat();
}
