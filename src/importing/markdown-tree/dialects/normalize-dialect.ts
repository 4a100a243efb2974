import { stringify } from "yaml";
import { frontMatterLength, scanLines } from "../../../content/markdown/index.ts";
import { convertCallouts } from "./callouts.ts";
import { convertEarlierTags } from "./earlier-tags.ts";

export function normalizeDialect(path: string, text: string): string {
  const markdown = convertToml(text);
  const start = frontMatterLength(markdown);
  const body = markdown.slice(start);
  const converted = /\.mdx$/i.test(path) ? convertMdx(body) : body;
  return markdown.slice(0, start) + convertHeadingIds(convertCallouts(convertEarlierTags(converted)));
}

/** Converts `## Title {#id}` to a heading with an anchor tag. */
function convertHeadingIds(markdown: string): string {
  if (!/\{:?[ \t]?#/.test(markdown)) return markdown;
  const lines = Array.from(scanLines(markdown, { indentedCode: false }), ({ text: line, isCode }) => {
    const position = isCode || !/^ {0,3}#{1,6}[ \t]/.test(line) ? -1 : line.lastIndexOf("{");
    const [, id] =
      position < 0
        ? []
        : (/^\{:?[ \t]?#([^\s{}"'<>]{1,100})[ \t]?\}[ \t]*#*$/.exec(line.slice(position).trimEnd()) ?? []);
    return id === undefined ? line : `${line.slice(0, position).trimEnd()} <a href="#${id}" id="${id}"></a>`;
  });
  return lines.join("\n") + (markdown.endsWith("\n") ? "\n" : "");
}

const tomlBlock = /^\ufeff?\+\+\+[ \t]*\r?\n([\s\S]*?)\r?\n?\+\+\+[ \t]*(?:\r?\n|$)/;
const maxTomlLength = 8192;

/** The TOML fields that are converted, and their names in YAML. */
const tomlFields = new Map([
  ...["title", "description", "slug", "weight"].map((name) => [name, name] as const),
  ["draft", "hidden"],
]);

/** Converts TOML front matter, as in Hugo, to YAML. Only known fields before the first table are kept. */
function convertToml(text: string): string {
  const [block, lines = ""] = tomlBlock.exec(text.slice(0, maxTomlLength)) ?? [];
  if (block === undefined) return text;
  const fields = new Map<string, unknown>();
  for (const line of lines.split(/\r?\n/)) {
    if (/^\s*\[/.test(line)) break;
    const [, key = "", value = ""] = /^\s*"?([\w-]{1,50})"?\s*=\s*(\S.*)$/.exec(line) ?? [];
    const name = tomlFields.get(key);
    const parsed = name === undefined ? undefined : readTomlValue(value);
    if (name !== undefined && parsed !== undefined && parsed !== false) fields.set(name, parsed);
  }
  const body = text.slice(block.length);
  if (fields.size === 0) return body;
  return `---\n${stringify(Object.fromEntries(fields), { lineWidth: 0, blockQuote: false })}---\n${body}`;
}

function readTomlValue(text: string): unknown {
  const [, literal] = /^'([^']*)'/.exec(text) ?? [];
  const [json] = /^(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false)(?=\s*(?:#|$))/.exec(text) ?? [];
  if (literal !== undefined || json === undefined) return literal;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const tag = /<(\/?)(Tabs|TabItem)(?=[\s>])([^<>]{0,500})>/g;

/** Converts MDX to Markdown: removes imports, exports and comments, and converts tabs. */
function convertMdx(markdown: string): string {
  return convertTabs(withoutComments(withoutModules(markdown)));
}

function withoutModules(markdown: string): string {
  let position = 0;
  for (;;) {
    const isComment = markdown.startsWith("{/*", position);
    const isModule = /^(?:import|export)[ {*"']/.test(markdown.slice(position, position + 7));
    const blank = /(?:[ \t]*\r?\n)+/y;
    blank.lastIndex = position;
    if (isComment || isModule) {
      // Imports and exports end with a blank line.
      const end = isComment ? markdown.indexOf("*/}", position) + 3 : endOfBlock(markdown, position);
      if (end < position + 3) break;
      position = end;
    } else if (blank.test(markdown)) position = blank.lastIndex;
    else break;
  }
  return markdown.slice(position);
}

function endOfBlock(markdown: string, position: number): number {
  const end = /\n[ \t]*\r?\n/g;
  end.lastIndex = position;
  const match = end.exec(markdown);
  return match === null ? markdown.length : match.index + 1;
}

function withoutComments(markdown: string): string {
  if (!markdown.includes("{/*")) return markdown;
  let isOpen = false;
  const output: string[] = [];
  for (const { text: line, isCode } of scanLines(markdown, { indentedCode: false })) {
    let [plain, rest] = ["", line];
    while (rest !== "" && (isOpen || !isCode)) {
      const position = rest.indexOf(isOpen ? "*/}" : "{/*");
      if (!isOpen) plain += position < 0 ? rest : rest.slice(0, position);
      rest = position < 0 ? "" : rest.slice(position + 3);
      if (position >= 0) isOpen = !isOpen;
    }
    plain += rest;
    if (plain.trim() !== "" || line.trim() === "") output.push(plain);
  }
  // An unclosed comment is text.
  return isOpen ? markdown : output.join("\n") + (markdown.endsWith("\n") ? "\n" : "");
}

/** Converts tabs, unless a tag is incomplete. */
function convertTabs(markdown: string): string {
  const open = [...markdown.matchAll(/<Tabs[\s>]/g)].length;
  const items = [...markdown.matchAll(/<TabItem[\s>]/g)].length;
  const isBalanced = (name: string, count: number) => markdown.split(`</${name}>`).length - 1 === count;
  if (open === 0 || !isBalanced("Tabs", open) || !isBalanced("TabItem", items)) return markdown;
  if ([...markdown.matchAll(tag)].length !== 2 * (open + items)) return markdown;
  /** The indentation of open tab items, which would make their content a code block. */
  const indents: number[] = [];
  const output = Array.from(scanLines(markdown, { indentedCode: false }), ({ text: line, isCode }) => {
    const [space = ""] = /^[ \t]*/.exec(line) ?? [];
    const plain = line.slice(Math.min(space.length, indents.at(-1) ?? 0));
    if (isCode || !/^\s*<\/?Tab/.test(line)) return plain;
    const text = line.trim().replace(tag, (_, slash: string, name: string, attributes: string) => {
      if (slash === "" && name === "TabItem") indents.push(space.length + 2);
      if (slash !== "" && name === "TabItem") indents.pop();
      const title = name === "TabItem" && slash === "" ? ` title="${titleIn(attributes)}"` : "";
      return `\n{% ${slash === "" ? "" : "end"}${name === "Tabs" ? "tabs" : "tab"}${title} %}\n`;
    });
    return text.replace(/\n{2,}/g, "\n").trim();
  });
  return output.join("\n") + (markdown.endsWith("\n") ? "\n" : "");
}

function titleIn(attributes: string): string {
  const attribute = (name: string) => new RegExp(`\\b${name}=\\{?["']([^"']*)["']`).exec(attributes)?.[1];
  return attribute("label") ?? attribute("value") ?? "Tab";
}
