import { frontMatterLength } from "./front-matter.ts";
import { withoutClosingHashes } from "./syntax/index.ts";

/** A heading is a line; what is longer is no title. */
const longest = 2048;

/** The text of the heading that a document begins with, if it does; formatting and links are left out. */
export function leadingHeading(markdown: string): string | undefined {
  const start = frontMatterLength(markdown);
  const beginning = markdown.slice(start, start + longest).replace(/^(?:[ \t]*\r?\n)+/, "");
  const [first = "", second = ""] = beginning.split(/\r?\n/, 2);
  // Four spaces make it code, a quote or a list make it something else.
  if (/^(?: {4}|\t| {0,3}(?:>|[-*+] |\d+[.)] ))/.test(first)) return undefined;
  const line = first.trim();
  if (/^#[ \t]/.test(line)) return plain(withoutClosingHashes(line.slice(1).trim())) || undefined;
  return line !== "" && !line.startsWith("#") && /^ {0,3}=+[ \t]*$/.test(second) ? plain(line) : undefined;
}

/** Leaves out what a reader would not see. What is escaped is set aside first, and put back as it is. */
function plain(text: string): string {
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
