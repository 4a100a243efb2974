import { finish, normalizeSpace } from "../../platform/index.ts";
import { frontMatterLength } from "./front-matter.ts";
import { decodeEntities, normalizeLines, parseBlocks, type RawBlock } from "./syntax/index.ts";

const maxLength = 2048;

interface TitleHeading {
  readonly text: string;
  /**
   * The offsets of its lines, with the last line break, or with the white space before text that follows an element on the
   * same line. Undefined if another block ends on its first line.
   */
  readonly range?: { readonly start: number; readonly end: number };
}

/** The plain text of the first-level heading at the start of a document. */
export function leadingHeading(markdown: string): string | undefined {
  return findTitleHeading(markdown)?.text;
}

/** Finds the first-level heading at the start of a document, after comments. It may be an `<h1>` element. */
export function findTitleHeading(markdown: string): TitleHeading | undefined {
  const start = frontMatterLength(markdown);
  const beginning = markdown.slice(start, start + maxLength);
  const { root, lines } = finish(parseBlocks(normalizeLines(beginning)));
  const block = root.children.find((child) => !isComment(child));
  const text = block && titleOf(block);
  if (!text) return undefined;
  const first = lines.findIndex((line) => line.first === block || line.last === block);
  const last = lines.findLastIndex((line) => line.first === block || line.last === block);
  if (lines[first]?.first !== block) return { text };
  const headingStart = lineStart(markdown, start, first);
  const lastStart = lineStart(markdown, headingStart, last - first);
  const end =
    lines[last]?.last === block ? lineStart(markdown, lastStart, 1) : elementEnd(markdown, lastStart);
  return { text, range: { start: headingStart, end } };
}

function isComment(block: RawBlock): boolean {
  return block.kind === "element" && block.name === "!--";
}

/** The plain text of a heading of one line, or of an `<h1>` element. */
function titleOf(block: RawBlock): string | undefined {
  if (block.kind === "heading" && block.level === 1 && !block.text.includes("\n"))
    return stripInlineSyntax(block.text);
  if (block.kind !== "element" || block.name !== "h1") return undefined;
  return normalizeSpace(decodeEntities(stripHtml(block.lines.join(" "))));
}

/** The offset after a number of lines. */
function lineStart(markdown: string, from: number, count: number): number {
  const line = /[^\r\n]*(?:\r\n?|\n|$)/y;
  line.lastIndex = from;
  for (let i = 0; i < count; i++) line.test(markdown);
  return line.lastIndex;
}

/** The offset of the text after the end tag of an `<h1>` element. */
function elementEnd(markdown: string, from: number): number {
  const endTag = /<\/h1\s*>[ \t]*/gi;
  endTag.lastIndex = from;
  return endTag.test(markdown) ? endTag.lastIndex : from;
}

/** Removes inline syntax. Literal punctuation becomes private-use characters first, and is restored at the end. */
function stripInlineSyntax(text: string): string {
  const literals = text.replace(
    /\\([!-/:-@[-`{-~])|(`+)([^`]+)\2/g,
    (_, escaped: string | undefined, _ticks, code: string) =>
      escaped === undefined ? protect(code) : protect(escaped),
  );
  return stripHtml(literals.replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1"))
    .replace(/(\*{1,3}|~~)(?=\S)([^*~]*[^\s*~])\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_]*[^\s_])\1(?![\p{L}\p{N}_])/gu, "$2")
    .replace(/[\ue020-\ue07f]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xe000))
    .trim();
}

function protect(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, (character) =>
    String.fromCharCode(0xe000 + character.charCodeAt(0)),
  );
}

/** Removes tags, and comments with the white space on one side of them. */
function stripHtml(text: string): string {
  return text
    .replace(/(?<=[ \t])<!--(?:-?>|[\s\S]*?-->)[ \t]*|<!--(?:-?>|[\s\S]*?-->)/g, "")
    .replace(/<\/?[a-zA-Z][^<>]*>/g, "");
}
