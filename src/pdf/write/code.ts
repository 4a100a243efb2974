import type { Root, RootContent } from "hast";
import { all, createLowlight } from "lowlight";
import { blocksIn, plainText } from "../../content/document/index.ts";
import { breakable } from "./breakable.ts";
import { array, bool, type Code, call, join, name, num, str } from "./typst.ts";
import type { WriteBlock } from "./writing.ts";

/** Longer code is not highlighted, because highlighting takes too long. */
const mostColored = { characters: 20_000, lines: 1_000, line: 1_000 };

/** Shorter code is kept on one page. */
const mostTogether = 14;

// The highlighter of Typst never ends for some code, and doubles the memory.
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
    breakable: lines.length <= mostTogether && text.length < 1_000 ? bool(false) : undefined,
  });
};

/** Code with syntax highlighting. */
export function writeListing(
  text: string,
  syntax: string,
  options: Readonly<Record<string, Code | undefined>> = {},
): Code {
  const lines = linesOf(piecesOf(text.replaceAll("\t", "    "), syntax.toLowerCase()));
  return call("listing", [array(lines)], options);
}

/** A token and its class. */
interface Piece {
  readonly text: string;
  readonly kind?: string | undefined;
}

function piecesOf(text: string, syntax: string): Piece[] {
  const language = aliases.get(syntax) ?? syntax;
  if (isTooMuch(text) || !highlighter.registered(language)) return [{ text }];
  return [...flatten(highlighter.highlight(language, text))];
}

function isTooMuch(text: string): boolean {
  const { characters, lines, line } = mostColored;
  if (text.length > characters) return true;
  const all = text.split("\n");
  return all.length > lines || all.some((each) => each.length > line);
}

function* flatten(node: Root | RootContent, kind?: string): Generator<Piece> {
  if (node.type === "text") yield { text: node.value, kind };
  if (node.type !== "element" && node.type !== "root") return;
  const names = node.type === "element" ? node.properties.className : undefined;
  const own = Array.isArray(names)
    ? names.map((each) => kinds.get(String(each))).find((each) => each)
    : undefined;
  for (const child of node.children) yield* flatten(child, own ?? kind);
}

function linesOf(pieces: readonly Piece[]): Code[] {
  const lines: Code[][] = [[]];
  for (const { text, kind } of pieces)
    for (const [i, part] of text.split("\n").entries()) {
      if (i > 0) lines.push([]);
      for (const written of writePiece(part, kind)) lines.at(-1)?.push(written);
    }
  return lines.map((line) => join(line));
}

function writePiece(text: string, kind: string | undefined): Code[] {
  return breakable(text).flatMap((part, i) => {
    const written = kind === undefined ? str(part) : call("ink-of", [str(kind), str(part)]);
    return i === 0 ? [written] : [name("cut"), written];
  });
}

/** The classes that have a colour. */
const kinds: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "hljs-keyword": "keyword",
    "hljs-selector-tag": "keyword",
    "hljs-literal": "literal",
    "hljs-number": "literal",
    "hljs-symbol": "literal",
    "hljs-string": "string",
    "hljs-regexp": "string",
    "hljs-char": "string",
    "hljs-addition": "added",
    "hljs-deletion": "removed",
    "hljs-comment": "comment",
    "hljs-quote": "comment",
    "hljs-doctag": "comment",
    "hljs-title": "title",
    "hljs-section": "title",
    "hljs-selector-id": "title",
    "hljs-selector-class": "title",
    "hljs-built_in": "type",
    "hljs-type": "type",
    "hljs-attr": "name",
    "hljs-attribute": "name",
    "hljs-property": "name",
    "hljs-variable": "name",
    "hljs-template-variable": "name",
    "hljs-tag": "tag",
    "hljs-name": "tag",
    "hljs-meta": "comment",
  }),
);

/** Aliases of languages. */
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    jsonc: "json",
    json5: "json",
    javascriptreact: "jsx",
    typescriptreact: "tsx",
    shellscript: "bash",
    vue: "html",
    svelte: "html",
    mdx: "markdown",
    docker: "dockerfile",
  }),
);
