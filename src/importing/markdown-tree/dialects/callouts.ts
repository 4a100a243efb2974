import type { hintStyles } from "../../../content/document/index.ts";
import { type MarkdownLine, scanLines } from "../../../content/markdown/index.ts";

type Style = (typeof hintStyles)[number];

/** The names of callouts in other tools, by style. Other names are not converted. */
const styleNames: readonly (readonly [Style | "details", string])[] = [
  ["info", "note info important abstract summary tldr todo question example quote seealso"],
  ["success", "tip hint success check done"],
  ["warning", "warning caution attention"],
  ["danger", "danger error failure bug"],
  ["details", "details"],
];
const styles = new Map(
  styleNames.flatMap(([style, names]) => names.split(" ").map((name) => [name, style] as const)),
);

const maxDepth = 8;
const maxOpen = 50;

type Line = Pick<MarkdownLine, "text" | "isCode">;

/** An open container directive. One with an unknown name has no `end`, and is kept as it is. */
interface OpenContainer {
  readonly colons: string;
  readonly end: readonly string[] | undefined;
}

/** Converts callouts of other tools (`> [!NOTE]`, `:::note`, `!!! note`) to hints. */
export function convertCallouts(markdown: string, depth = 0): string {
  if (depth > maxDepth || !/\[!\w|:::|(?:^|\n)[ \t]*(?:!!!|\?\?\?)/.test(markdown)) return markdown;
  const lines: readonly Line[] = [...scanLines(markdown, { indentedCode: false })];
  const written: string[] = [];
  const open: OpenContainer[] = [];
  for (let i = 0; i < lines.length; ) {
    const { text: line = "", isCode = true } = lines[i] ?? {};
    const found = isCode ? undefined : (quoteAt(lines, i) ?? indentedAt(lines, i));
    if (found === undefined) {
      written.push(...(isCode ? [line] : convertFence(line, open)));
      i++;
      continue;
    }
    const { indent, kind, title, content, next } = found;
    const [begin, end] = delimitersOf(kind, title, indent);
    written.push(...begin, convertCallouts(content, depth + 1), ...end);
    i = next;
  }
  for (const { end = [] } of open.toReversed()) written.push(...end);
  return written.join("\n") + (markdown.endsWith("\n") ? "\n" : "");
}

/** GitHub: a block quote whose first line is its type. */
function quoteAt(lines: readonly Line[], at: number) {
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

/** MkDocs: the indented lines that follow. With question marks it is collapsible. */
function indentedAt(lines: readonly Line[], at: number): ReturnType<typeof quoteAt> {
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

/** Docusaurus and VitePress: a container between lines of colons. Outer containers have more colons. */
function convertFence(line: string, open: OpenContainer[]): readonly string[] {
  const [, indent = "", colons, name, rest = ""] = /^([ \t]*)(:{3,})[ \t]*(\w{1,20})?(.*)$/s.exec(line) ?? [];
  if (colons === undefined || open.length > maxOpen) return [line];
  if (name === undefined) {
    if (rest.trim() !== "") return [line];
    const last = open.findLastIndex((each) => each.colons === colons);
    const [ended] = open.splice(last < 0 ? open.length - 1 : last);
    return ended?.end ?? [line];
  }
  const kind = styles.get(name.toLowerCase());
  const [, inBrackets, plain = ""] = /^\s*(?:\[(.*)\]|([^{]*))/.exec(rest) ?? [];
  const [begin, end] =
    kind === undefined ? [[line]] : delimitersOf(kind, (inBrackets ?? plain).trim(), indent);
  open.push({ colons, end });
  return begin;
}

/** The lines before and after the content. The title is omitted if it only names the style. */
function delimitersOf(
  kind: Style | "details",
  title: string,
  indent: string,
): [begin: string[], end: string[]] {
  const within = (lines: readonly string[]) => lines.map((line) => (line === "" ? "" : indent + line));
  if (kind === "details")
    return [
      within(["<details>", "", `<summary>${title || "Details"}</summary>`, ""]),
      within(["", "</details>"]),
    ];
  const heading =
    styles.has(title.toLowerCase().replace(/[:!.]$/, "")) || title === "" ? [] : [`**${title}**`, ""];
  return [within([`{% hint style="${kind}" %}`, ...heading]), within(["{% endhint %}"])];
}
