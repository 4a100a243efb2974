import { blocksIn, plainText } from "../../content/document/index.ts";
import { type Html, html, trustedHtml } from "../html/index.ts";
import { LineEmitter } from "./code-lines.ts";
import type { Highlighter, PageContext, WriteBlock } from "./context.ts";

let highlighter: Promise<Highlighter> | undefined;

/** Loads the grammars at the first call: that takes 80 ms, which no start and no command should spend. */
export function loadHighlighter(): Promise<Highlighter> {
  highlighter ??= import("highlight.js").then(({ default: library }) => {
    library.configure({ __emitter: LineEmitter });
    return library;
  });
  return highlighter;
}

/** The limits for highlighting, which takes too long for longer code. */
const maxHighlighted = { characters: 20_000, line: 1_000 };

export const writeCode: WriteBlock<"code"> = ({ data, nodes }, context) => {
  const lines = blocksIn(nodes);
  const text = lines.map((line) => plainText(line.nodes ?? [])).join("\n");
  const marked = new Set(
    lines.flatMap((line, i) => (line.type === "code-line" && line.data.highlighted ? [i] : [])),
  );
  return writeListing(text, data.syntax ?? "", context, { ...data, marked });
};

const defaultShownLines = 10;

interface ListingOptions {
  readonly title?: string | undefined;
  readonly overflow?: "scroll" | "wrap" | undefined;
  readonly lineNumbers?: true | undefined;
  readonly fullWidth?: true | undefined;
  /** Shows the first lines only, until the reader expands the code. */
  readonly expandable?: true | undefined;
  readonly collapsedLineCount?: number | undefined;
  /** The indexes of highlighted lines. */
  readonly marked?: ReadonlySet<number>;
}

export function writeListing(
  text: string,
  syntax: string,
  { words, classFor, highlighter }: Pick<PageContext, "words" | "classFor" | "highlighter">,
  options: ListingOptions = {},
): Html {
  const { title, overflow, lineNumbers, fullWidth, marked = new Set() } = options;
  const shownLines = options.expandable ? (options.collapsedLineCount ?? defaultShownLines) : undefined;
  const lines = highlightLines(text, syntax, highlighter);
  const isFolded = shownLines !== undefined && lines.length > shownLines;
  const names = [
    "code",
    isFolded && classFor(`--lines:${shownLines}`),
    overflow === "wrap" && "is-wrapped",
    lineNumbers && "is-numbered",
    fullWidth && "is-wide",
  ].filter(Boolean);
  const written = lines.map(
    (line, i) => html`<span class="line${marked.has(i) && " is-marked"}">${line}\n</span>`,
  );
  // All lines are in the page, so that the search of the browser finds them.
  const expander =
    isFolded &&
    html`<label class="expander"><input type="checkbox" class="hidden-text">${words.showAllLines}</label>`;
  const label = title ?? (syntax === "" ? words.code : syntax);
  return html`<figure class="${names.join(" ")}">${
    title !== undefined && html`<figcaption>${title}</figcaption>`
  }<button type="button" class="copy" data-copy="code" data-copied="${words.copied}" aria-label="${words.copyCode}"></button><pre tabindex="0" role="group" aria-label="${label}"><code>${written}</code></pre>${expander}</figure>`;
}

function highlightLines(text: string, syntax: string, highlighter: Highlighter): Html[] {
  const language = highlighter.getLanguage(syntax) ? syntax : undefined;
  const lines = text.split("\n");
  const isTooLong =
    text.length > maxHighlighted.characters || lines.some(({ length }) => length > maxHighlighted.line);
  if (language === undefined || isTooLong) return lines.map((line) => html`${line}`);
  const { value } = highlighter.highlight(text, { language, ignoreIllegals: true });
  return value.split("\n").map(trustedHtml);
}
