import type { Steps } from "../../../platform/index.ts";
import { type HtmlTag, type RawCode, readHtmlTag, unescapeMarkdown } from "../../markdown/syntax/index.ts";
import { type Block, type BlockData, block, leaf, type Node, text } from "../model/index.ts";
import type { InlineContext } from "./context.ts";
import { readHtmlLine } from "./inlines.ts";

/** The nodes of a line of code: a block, its text and a leaf. */
export const nodesPerCodeLine = 3;

/** The number of lines of code that are read per step. */
const linesPerStep = 1_000;

export function* codeBlock({ lines, info, fence }: RawCode): Steps<Block> {
  const end = fence === undefined ? lines.findLastIndex((line) => /[^ \t]/.test(line)) + 1 : lines.length;
  const [syntax = "", ...others] = unescapeMarkdown(info).trim().split(/\s+/);
  const data = { syntax: syntax || undefined, info: others.join(" ") || undefined };
  return yield* plainCode(data, lines.slice(0, end));
}

export function* plainCode(data: BlockData["code"], lines: readonly string[]): Steps<Block> {
  const nodes: Block[] = [];
  for (const line of lines.length === 0 ? [""] : lines) {
    nodes.push(block("code-line", {}, [text(leaf(line))]));
    if (nodes.length % linesPerStep === 0) yield;
  }
  return block("code", data, nodes);
}

export function readPre(source: string, context: InlineContext): Block | undefined {
  const pre = readHtmlTag(source, 0);
  if (pre === undefined) return undefined;
  const first = readHtmlTag(source, pre.end);
  const code =
    first?.name === "code" && !first.isClosing && !first.attributes.has("href") ? first : undefined;
  const inner = withoutClosingTags(source.slice(code?.end ?? pre.end), code !== undefined);
  // The line breaks after the opening tag and before the closing one are not part of the code.
  const lines = inner.replace(/^\n/, "").replace(/\n(<\/strong>)?$/, "$1");
  return block("code", optionsOf(pre, first), readLines(lines, context));
}

function withoutClosingTags(source: string, hasCode: boolean): string {
  const inside = source.replace(/<\/pre\s*>$/i, "");
  const code = inside.trimEnd();
  return hasCode && /<\/code\s*>$/i.test(code) ? code.replace(/<\/code\s*>$/i, "") : inside;
}

function optionsOf(pre: HtmlTag, code: HtmlTag | undefined): BlockData["code"] {
  const names = `${pre.attributes.get("class") ?? ""} ${code?.attributes.get("class") ?? ""}`;
  const overflow = pre.attributes.get("data-overflow");
  return {
    syntax: /(?:^|\s)lang(?:uage)?-([^\s"]+)/.exec(names)?.[1],
    title: pre.attributes.get("data-title") || undefined,
    overflow: overflow === "wrap" || overflow === "scroll" ? overflow : undefined,
    lineNumbers: pre.attributes.has("data-line-numbers") || undefined,
    expandable: pre.attributes.has("data-expandable") || undefined,
    collapsedLineCount: lineCountOf(pre.attributes.get("data-collapsed-line-count")),
    fullWidth: pre.attributes.has("data-full-width") || undefined,
  };
}

/** The number of lines of a collapsed block of code. */
export function lineCountOf(text: string | undefined): number | undefined {
  const count = /^\d{1,6}$/.test(text ?? "") ? Number(text) : 0;
  return count > 0 ? count : undefined;
}

/** Lines in `<strong>` are highlighted. The closing tag may be at the start of the next line. */
function readLines(source: string, context: InlineContext): Node[] {
  let isOpen = false;
  return source.split("\n").map((line) => {
    const opens = /^(?:<\/strong>)?<strong>/.test(line);
    const code = line
      .replace(/^<\/strong>/, "")
      .replace(/^<strong>/, "")
      .replace(/<\/strong>$/, "");
    const highlighted = opens || (isOpen && !line.startsWith("</strong>")) || undefined;
    isOpen = highlighted === true && !line.endsWith("</strong>");
    return block("code-line", { highlighted }, readHtmlLine(code, context));
  });
}
