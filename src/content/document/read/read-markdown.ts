import { finish, parseBlocks, type Steps } from "../../markdown/syntax/index.ts";
import type { Block } from "../model/index.ts";
import { BlockBuilder } from "./build-blocks.ts";

/** Reads Markdown, without front matter, as blocks. Any text can be read; what means nothing is text. */
export function readMarkdown(source: string): Block[] {
  return finish(readSteps(source));
}

export function* readSteps(source: string): Steps<Block[]> {
  const { root } = yield* parseBlocks(normalLines(source));
  return (yield* new BlockBuilder(root, source).buildEach()).flat();
}

/** The text with one kind of line break, and without what is no character. */
export function normalLines(source: string): string {
  return source.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd");
}
