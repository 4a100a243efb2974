import type { hintStyles } from "../../../content/document/index.ts";
import { type MarkdownLine, scanLines } from "../../../content/markdown/index.ts";

type Style = (typeof hintStyles)[number];

/** What others call their callouts; what is none of these is left as it is. */
const styles: ReadonlyMap<string, Style | "details"> = new Map([
  ...[
    "note",
    "info",
    "important",
    "abstract",
    "summary",
    "tldr",
    "todo",
    "question",
    "example",
    "quote",
    "seealso",
  ].map((name) => [name, "info"] as const),
  ...["tip", "hint", "success", "check", "done"].map((name) => [name, "success"] as const),
  ...["warning", "caution", "attention"].map((name) => [name, "warning"] as const),
  ...["danger", "error", "failure", "bug"].map((name) => [name, "danger"] as const),
  ["details", "details"],
]);

/** Deeper ones are nobody's. */
const deepest = 8;
const mostOpen = 50;

type Line = Pick<MarkdownLine, "text" | "isCode">;

/** One that has been opened by colons; without an end, what its own is stays as it is. */
interface Open {
  readonly colons: string;
  readonly end: readonly string[] | undefined;
}

/** The text with the callouts of other tools as hints: `> [!NOTE]`, `:::note`, `!!! note`. */
export function withHints(markdown: string, depth = 0): string {
  if (depth > deepest || !/\[!\w|:::|(?:^|\n)[ \t]*(?:!!!|\?\?\?)/.test(markdown)) return markdown;
  const lines: readonly Line[] = [...scanLines(markdown, { indentedCode: false })];
  const written: string[] = [];
  const open: Open[] = [];
  for (let i = 0; i < lines.length; ) {
    const { text: line = "", isCode = true } = lines[i] ?? {};
    const found = isCode ? undefined : (quoteAt(lines, i) ?? indentedAt(lines, i));
    if (found === undefined) {
      written.push(...(isCode ? [line] : fenceOf(line, open)));
      i++;
      continue;
    }
    const { indent, kind, title, content, next } = found;
    const [begin, end] = around(kind, title, indent);
    written.push(...begin, withHints(content, depth + 1), ...end);
    i = next;
  }
  // What nobody closed ends with the text.
  for (const { end = [] } of open.toReversed()) written.push(...end);
  return written.join("\n") + (markdown.endsWith("\n") ? "\n" : "");
}

interface Found {
  readonly indent: string;
  readonly kind: Style | "details";
  readonly title: string;
  readonly content: string;
  /** The line behind it. */
  readonly next: number;
}

/** GitHub's: a quote whose first line says what it is. */
function quoteAt(lines: readonly Line[], at: number): Found | undefined {
  const [, indent = "", name = "", title = ""] =
    /^([ \t]*)> ?\[!(\w{1,20})\][+-]?[ \t]*(.*)$/s.exec(lines[at]?.text ?? "") ?? [];
  const kind = styles.get(name.toLowerCase());
  if (kind === undefined) return undefined;
  let next = at + 1;
  while (lines[next]?.text.startsWith(`${indent}>`)) next++;
  const content = lines
    .slice(at + 1, next)
    .map(({ text }) => indent + text.slice(indent.length + 1).replace(/^ /, ""));
  return { indent, kind, title: title.trim(), content: content.join("\n"), next };
}

/** MkDocs': all that is further in belongs to it. With question marks it can be opened and closed. */
function indentedAt(lines: readonly Line[], at: number): Found | undefined {
  const [, indent = "", marks = "", name = "", title = ""] =
    /^([ \t]*)(!!!|\?\?\?)\+?[ \t]+(\w{1,20})(?:[ \t]+(?:inline|end))*(?:[ \t]+"(.*)")?\s*$/.exec(
      lines[at]?.text ?? "",
    ) ?? [];
  const kind = styles.get(name.toLowerCase());
  if (kind === undefined) return undefined;
  const inside = new RegExp(`^${indent}(?: {4}|\t)`);
  let next = at + 1;
  for (let i = next; i < lines.length; i++) {
    const { text = "" } = lines[i] ?? {};
    if (inside.test(text)) next = i + 1;
    else if (text.trim() !== "") break;
  }
  const content = lines.slice(at + 1, next).map(({ text }) => text.replace(inside, indent));
  return {
    indent,
    kind: marks === "???" ? "details" : kind,
    title: title || name,
    content: content.join("\n"),
    next,
  };
}

/** Docusaurus' and VitePress': between lines of colons, more of them around fewer. */
function fenceOf(line: string, open: Open[]): readonly string[] {
  const [, indent = "", colons, name, rest = ""] = /^([ \t]*)(:{3,})[ \t]*(\w{1,20})?(.*)$/s.exec(line) ?? [];
  if (colons === undefined || open.length > mostOpen) return [line];
  if (name === undefined) {
    if (rest.trim() !== "") return [line];
    const last = open.findLastIndex((each) => each.colons === colons);
    const [ended] = open.splice(last < 0 ? open.length - 1 : last);
    return ended?.end ?? [line];
  }
  const kind = styles.get(name.toLowerCase());
  const [, inBrackets, plain = ""] = /^\s*(?:\[(.*)\]|([^{]*))/.exec(rest) ?? [];
  const [begin, end] = kind === undefined ? [[line]] : around(kind, (inBrackets ?? plain).trim(), indent);
  open.push({ colons, end });
  return begin;
}

/** The lines before and behind the text of one. A title is written only where it says more than the style. */
function around(kind: Style | "details", title: string, indent: string): [begin: string[], end: string[]] {
  const within = (lines: readonly string[]) => lines.map((line) => (line === "" ? "" : indent + line));
  if (kind === "details")
    return [
      within(["<details>", "", `<summary>${title || "Details"}</summary>`, ""]),
      within(["", "</details>"]),
    ];
  const said =
    styles.has(title.toLowerCase().replace(/[:!.]$/, "")) || title === "" ? [] : [`**${title}**`, ""];
  return [within([`{% hint style="${kind}" %}`, ...said]), within(["{% endhint %}"])];
}
