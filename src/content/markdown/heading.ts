import { finish } from "../../platform/index.ts";
import { frontMatterLength } from "./front-matter.ts";
import { normalizeLines, parseBlocks } from "./syntax/index.ts";

const maxLength = 2048;

/** The plain text of the first-level heading at the start of a document. */
export function leadingHeading(markdown: string): string | undefined {
  const start = frontMatterLength(markdown);
  const beginning = markdown.slice(start, start + maxLength);
  const [first] = finish(parseBlocks(normalizeLines(beginning))).root.children;
  const isTitle = first?.kind === "heading" && first.level === 1 && !first.text.includes("\n");
  return isTitle ? stripInlineSyntax(first.text) || undefined : undefined;
}

/** Removes inline syntax. Escaped characters become private-use characters first, and are restored at the end. */
function stripInlineSyntax(text: string): string {
  return text
    .replace(/\\([!-/:-@[-`{-~])/g, (_, character: string) =>
      String.fromCharCode(0xe000 + character.charCodeAt(0)),
    )
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/<\/?[a-zA-Z][^<>]*>/g, "")
    .replace(/(`+)([^`]+)\1/g, "$2")
    .replace(/(\*{1,3}|~~)(?=\S)([^*~]*[^\s*~])\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_]*[^\s_])\1(?![\p{L}\p{N}_])/gu, "$2")
    .replace(/[\ue020-\ue07f]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xe000))
    .trim();
}
