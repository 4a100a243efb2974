import type { Root, RootContent } from "hast";
import { all, createLowlight } from "lowlight";
import { blocksIn, plainText } from "../../content/document/index.ts";
import type { WriteBlock } from "./context.ts";
import { breakableParts } from "./line-breaks.ts";
import { array, bool, type Code, call, join, name, num, str } from "./typst.ts";

/** The limits for highlighting, which takes too long for longer code. */
const maxHighlighted = { characters: 20_000, lines: 1_000, line: 1_000 };

/** The maximum number of lines of code that is kept on one page. */
const maxUnbrokenLines = 14;

// Typst's own highlighter does not terminate for some code, and doubles the memory.
const highlighter = createLowlight(all);

export const writeCode: WriteBlock<"code"> = ({ data, nodes }) => {
  const lines = blocksIn(nodes);
  const text = lines.map((line) => plainText(line.nodes ?? [])).join("\n");
  const marked = lines.flatMap((line, i) =>
    line.type === "code-line" && line.data.highlighted ? [num(i + 1)] : [],
  );
  const { syntax = "", title, lineNumbers } = data;
  return writeListing(text, syntax, {
    title: title === undefined ? undefined : str(title),
    numbers: lineNumbers ? bool(true) : undefined,
    marked: marked.length === 0 ? undefined : array(marked),
    breakable: lines.length <= maxUnbrokenLines && text.length < 1_000 ? bool(false) : undefined,
  });
};

export function writeListing(
  text: string,
  syntax: string,
  options: Readonly<Record<string, Code | undefined>> = {},
): Code {
  const lines = linesOf(tokenize(text.replaceAll("\t", "    "), syntax.toLowerCase()));
  return call("listing", [array(lines)], options);
}

/** A part of the code with one color. */
interface Token {
  readonly text: string;
  readonly kind?: string | undefined;
}

function tokenize(text: string, syntax: string): Token[] {
  const language = languages.get(syntax) ?? syntax;
  const { characters, lines, line } = maxHighlighted;
  const textLines = text.split("\n");
  const isTooLong =
    text.length > characters || textLines.length > lines || textLines.some(({ length }) => length > line);
  if (isTooLong || !highlighter.registered(language)) return [{ text }];
  return [...flatten(highlighter.highlight(language, text))];
}

function* flatten(node: Root | RootContent, kind?: string): Generator<Token> {
  if (node.type === "text") yield { text: node.value, kind };
  if (node.type !== "element" && node.type !== "root") return;
  const names = node.type === "element" ? node.properties.className : undefined;
  const [innerKind = kind] = [names].flat().flatMap((name) => kinds.get(String(name)) ?? []);
  for (const child of node.children) yield* flatten(child, innerKind);
}

function linesOf(tokens: readonly Token[]): Code[] {
  const lines: Code[][] = [[]];
  for (const { text, kind } of tokens)
    for (const [i, part] of text.split("\n").entries()) {
      if (i > 0) lines.push([]);
      for (const written of writeToken(part, kind)) lines.at(-1)?.push(written);
    }
  return lines.map((line) => join(line));
}

function writeToken(text: string, kind: string | undefined): Code[] {
  return breakableParts(text).flatMap((part, i) => {
    const written = kind === undefined ? str(part) : call("syntax-colored", [str(kind), str(part)]);
    return i === 0 ? [written] : [name("break-opportunity"), written];
  });
}

/** Inverts lists of members to a map from each member to its key. */
function keyByMember(members: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(members).flatMap(([key, all]) => all.map((member) => [member, key])));
}

/** The token kinds that have a color, by the class name that the highlighter assigns. */
const kinds = keyByMember({
  keyword: ["hljs-keyword", "hljs-selector-tag"],
  literal: ["hljs-literal", "hljs-number", "hljs-symbol"],
  string: ["hljs-string", "hljs-regexp", "hljs-char"],
  added: ["hljs-addition"],
  removed: ["hljs-deletion"],
  comment: ["hljs-comment", "hljs-quote", "hljs-doctag", "hljs-meta"],
  title: ["hljs-title", "hljs-section", "hljs-selector-id", "hljs-selector-class"],
  type: ["hljs-built_in", "hljs-type"],
  name: ["hljs-attr", "hljs-attribute", "hljs-property", "hljs-variable", "hljs-template-variable"],
  tag: ["hljs-tag", "hljs-name"],
});

/** The names of languages in the highlighter, by alias. */
const languages = keyByMember({
  json: ["jsonc", "json5"],
  jsx: ["javascriptreact"],
  tsx: ["typescriptreact"],
  bash: ["shellscript"],
  html: ["vue", "svelte"],
  markdown: ["mdx"],
  dockerfile: ["docker"],
});
