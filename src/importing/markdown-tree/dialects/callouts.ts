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

const maxNesting = 8;
const maxOpenContainers = 50;

type Line = Pick<MarkdownLine, "text" | "isCode">;

/** An open container directive. A container with an unknown name has no `end`, and stays unchanged. */
interface OpenContainer {
  readonly colons: string;
  readonly end: readonly string[] | undefined;
}

/** Converts callouts of other tools (`> [!NOTE]`, `:::note`, `!!! note`) to hints. */
export function convertCallouts(markdown: string, depth = 0): string {
  if (depth > maxNesting || !/\[!\w|:::|(?:^|\n)[ \t]*(?:!!!|\?\?\?)/.test(markdown)) return markdown;
  const lines: readonly Line[] = [...scanLines(markdown, { indentedCode: false })];
  const output: string[] = [];
  const open: OpenContainer[] = [];
  for (let i = 0; i < lines.length; ) {
    const { text: line = "", isCode = true } = lines[i] ?? {};
    const callout = isCode ? undefined : (quoteAt(lines, i) ?? indentedAt(lines, i));
    if (callout === undefined) {
      output.push(...(isCode ? [line] : convertFence(line, open)));
      i++;
      continue;
    }
    const { indent, kind, title, content, next } = callout;
    const [begin, end] = delimitersOf(kind, title, indent);
    output.push(...begin, convertCallouts(content, depth + 1), ...end);
    i = next;
  }
  for (const { end = [] } of open.toReversed()) output.push(...end);
  return output.join("\n") + (markdown.endsWith("\n") ? "\n" : "");
}

/** GitHub: a block quote whose first line is its type. */
function quoteAt(lines: readonly Line[], index: number) {
  const [, indent = "", name = "", title = ""] =
    /^([ \t]*)> ?\[!(\w{1,20})\][+-]?[ \t]*(.*)$/s.exec(lines[index]?.text ?? "") ?? [];
  const kind = styles.get(name.toLowerCase());
  if (kind === undefined) return undefined;
  let next = index + 1;
  while (lines[next]?.text.startsWith(`${indent}>`)) next++;
  const content = lines
    .slice(index + 1, next)
    .map(({ text }) => indent + text.slice(indent.length + 1).replace(/^ /, ""));
  return { indent, kind, title: title.trim(), content: content.join("\n"), next };
}

/** MkDocs: `!!!` or, for a collapsible block, `???`, followed by indented lines. */
function indentedAt(lines: readonly Line[], index: number): ReturnType<typeof quoteAt> {
  const [, indent = "", marks = "", name = "", title = ""] =
    /^([ \t]*)(!!!|\?\?\?)\+?[ \t]+(\w{1,20})(?:[ \t]+(?:inline|end))*(?:[ \t]+"(.*)")?\s*$/.exec(
      lines[index]?.text ?? "",
    ) ?? [];
  const kind = styles.get(name.toLowerCase());
  if (kind === undefined) return undefined;
  const indentedLine = new RegExp(`^${indent}(?: {4}|\t)`);
  let next = index + 1;
  for (let i = next; i < lines.length; i++) {
    const { text = "" } = lines[i] ?? {};
    if (indentedLine.test(text)) next = i + 1;
    else if (text.trim() !== "") break;
  }
  const content = lines.slice(index + 1, next).map(({ text }) => text.replace(indentedLine, indent));
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
  if (colons === undefined || open.length > maxOpenContainers) return [line];
  if (name === undefined) {
    if (rest.trim() !== "") return [line];
    const last = open.findLastIndex((container) => container.colons === colons);
    const [ended] = open.splice(last < 0 ? open.length - 1 : last);
    return ended?.end ?? [line];
  }
  const kind = styles.get(name.toLowerCase());
  const [, inBrackets, bare = ""] = /^\s*(?:\[(.*)\]|([^{]*))/.exec(rest) ?? [];
  const [begin, end] =
    kind === undefined ? [[line]] : delimitersOf(kind, (inBrackets ?? bare).trim(), indent);
  open.push({ colons, end });
  return begin;
}

/** The lines before and after the content. The title is omitted if it only repeats the style. */
function delimitersOf(
  kind: Style | "details",
  title: string,
  indent: string,
): [begin: string[], end: string[]] {
  const indented = (lines: readonly string[]) => lines.map((line) => (line === "" ? "" : indent + line));
  if (kind === "details")
    return [
      indented(["<details>", "", `<summary>${title || "Details"}</summary>`, ""]),
      indented(["", "</details>"]),
    ];
  const heading =
    styles.has(title.toLowerCase().replace(/[:!.]$/, "")) || title === "" ? [] : [`**${title}**`, ""];
  return [indented([`{% hint style="${kind}" %}`, ...heading]), indented(["{% endhint %}"])];
}
