import { type HtmlTag, type RawCode, readHtmlTag } from "../../markdown/syntax/index.ts";
import { type Block, type BlockData, block, leaf, type Node, text } from "../model/index.ts";
import { readHtmlLine } from "./inlines.ts";
import { unescapeMarkdown } from "./link-syntax.ts";
import type { InlineContext } from "./reading.ts";

/** A block of code, from its lines. */
export function codeBlock({ lines, info, fence }: RawCode): Block {
  const kept = fence === undefined ? withoutBlankLines(lines) : lines;
  const [syntax = "", ...others] = unescapeMarkdown(info).trim().split(/\s+/);
  return codeOf({ syntax: syntax || undefined, info: others.join(" ") || undefined }, plainLines(kept));
}

export function plainLines(lines: readonly string[]): Node[] {
  return lines.map((line) => codeLine([text(leaf(line))]));
}

export function codeOf(data: BlockData["code"], lines: readonly Node[]): Block {
  return block("code", data, lines.length === 0 ? [codeLine([text(leaf(""))])] : lines);
}

function codeLine(nodes: readonly Node[], highlighted?: true): Block {
  return block("code-line", { highlighted }, nodes);
}

function withoutBlankLines(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== "") + 1);
}

/** Code as HTML: it may have annotations, expressions and highlighted lines in it. */
export function readPre(source: string, context: InlineContext): Block | undefined {
  const pre = readHtmlTag(source, 0);
  if (pre === undefined) return undefined;
  const code = readHtmlTag(source, pre.end);
  const isCode = code?.name === "code" && !code.isClosing && !code.attributes.has("href");
  const start = isCode && code !== undefined ? code.end : pre.end;
  const inner = withoutEnd(source.slice(start), isCode === true);
  // A line break right behind the tag is not part of the code, and neither is the last one.
  const lines = inner.replace(/^\n/, "").replace(/\n(<\/strong>)?$/, "$1");
  return codeOf(optionsOf(pre, code), readLines(lines, context));
}

/** The code without the tags that close it. */
function withoutEnd(source: string, isCode: boolean): string {
  const inside = source.slice(0, source.toLowerCase().lastIndexOf("</pre"));
  const code = isCode ? inside.trimEnd() : inside;
  return isCode && /<\/code\s*>$/i.test(code.slice(-20))
    ? code.slice(0, code.toLowerCase().lastIndexOf("</code"))
    : inside;
}

function optionsOf(pre: HtmlTag, code: HtmlTag | undefined): BlockData["code"] {
  const names = `${pre.attributes.get("class") ?? ""} ${code?.attributes.get("class") ?? ""}`;
  const [, syntax] = /(?:^|\s)lang(?:uage)?-([^\s"]+)/.exec(names) ?? [];
  const overflow = pre.attributes.get("data-overflow");
  return {
    syntax,
    title: pre.attributes.get("data-title") || undefined,
    overflow: overflow === "wrap" || overflow === "scroll" ? overflow : undefined,
    lineNumbers: pre.attributes.has("data-line-numbers") || undefined,
    fullWidth: pre.attributes.has("data-full-width") || undefined,
  };
}

/** A line between `<strong>` and `</strong>` is highlighted; the end of the line may stand inside. */
function readLines(source: string, context: InlineContext): Node[] {
  let isHighlighted = false;
  return source.split("\n").map((line) => {
    const opens = /^(?:<\/strong>)?<strong>/.test(line);
    const bare = line
      .replace(/^<\/strong>/, "")
      .replace(/^<strong>/, "")
      .replace(/<\/strong>$/, "");
    const was = isHighlighted && !line.startsWith("</strong>");
    isHighlighted = (opens || was) && !line.endsWith("</strong>");
    return codeLine(readHtmlLine(bare, context), opens || was ? true : undefined);
  });
}
