import type { Block } from "../../content/document/index.ts";
import { normalizeSpace } from "../../platform/index.ts";
import { beginningOf } from "./language.ts";

/** The length of what search engines show below the title of a page. */
const summaryLength = 160;

/**
 * The beginning of the text, up to the end of a word, or the operations of a page without text; undefined if it has
 * neither.
 */
export function summaryOf(blocks: readonly Block[]): string | undefined {
  const paragraphs = blocks.filter(({ type }) => type === "paragraph");
  const text = normalizeSpace(beginningOf(paragraphs, 2 * summaryLength)) || operationsIn(blocks);
  if (text.length <= summaryLength) return text || undefined;
  return `${text.slice(0, summaryLength).replace(/\s\S*$/, "")}…`;
}

function operationsIn(blocks: readonly Block[]): string {
  const operations = blocks.flatMap((block) =>
    block.type === "openapi-operation" ? `${block.data.method.toUpperCase()} ${block.data.path}` : [],
  );
  return operations.join(", ");
}
