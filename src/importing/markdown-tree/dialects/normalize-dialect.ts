import { stringify } from "yaml";
import { frontMatterLength, scanLines } from "../../../content/markdown/index.ts";
import { convertCallouts } from "./callouts.ts";

export function normalizeDialect(path: string, text: string): string {
  const markdown = convertToml(text);
  const start = frontMatterLength(markdown);
  const body = markdown.slice(start);
  const plain = /\.mdx$/i.test(path) ? convertMdx(body) : body;
  return markdown.slice(0, start) + convertHeadingIds(convertCallouts(plain));
}

/** Converts `## Words {#id}` to a heading with an anchor tag. */
function convertHeadingIds(markdown: string): string {
  if (!/\{:?[ \t]?#/.test(markdown)) return markdown;
  const lines = Array.from(scanLines(markdown, { indentedCode: false }), ({ text: line, isCode }) => {
    const at = isCode || !/^ {0,3}#{1,6}[ \t]/.test(line) ? -1 : line.lastIndexOf("{");
    const [, id] =
      at < 0
        ? []
        : (/^\{:?[ \t]?#([^\s{}"'<>]{1,100})[ \t]?\}[ \t]*#*$/.exec(line.slice(at).trimEnd()) ?? []);
    return id === undefined ? line : `${line.slice(0, at).trimEnd()} <a href="#${id}" id="${id}"></a>`;
  });
  return lines.join("\n") + (markdown.endsWith("\n") ? "\n" : "");
}

const tomlBlock = /^\ufeff?\+\+\+[ \t]*\r?\n([\s\S]*?)\r?\n?\+\+\+[ \t]*(?:\r?\n|$)/;
const maxTomlLength = 8192;

/** The TOML fields with a meaning here, and their names in YAML. */
const tomlFields = new Map([
  ...["title", "description", "slug", "weight"].map((name) => [name, name] as const),
  ["draft", "hidden"],
]);

/** Converts TOML front matter, as in Hugo, to YAML. Only known fields before the first table are kept. */
function convertToml(text: string): string {
  const [whole, lines = ""] = tomlBlock.exec(text.slice(0, maxTomlLength)) ?? [];
  if (whole === undefined) return text;
  const fields = new Map<string, unknown>();
  for (const line of lines.split(/\r?\n/)) {
    if (/^\s*\[/.test(line)) break;
    const [, key = "", written = ""] = /^\s*"?([\w-]{1,50})"?\s*=\s*(\S.*)$/.exec(line) ?? [];
    const name = tomlFields.get(key);
    const value = name === undefined ? undefined : readTomlValue(written);
    if (name !== undefined && value !== undefined && value !== false) fields.set(name, value);
  }
  const body = text.slice(whole.length);
  if (fields.size === 0) return body;
  return `---\n${stringify(Object.fromEntries(fields), { lineWidth: 0, blockQuote: false })}---\n${body}`;
}

function readTomlValue(written: string): unknown {
  const [, literal] = /^'([^']*)'/.exec(written) ?? [];
  const [json] = /^(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false)(?=\s*(?:#|$))/.exec(written) ?? [];
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
  let at = 0;
  for (;;) {
    const isComment = markdown.startsWith("{/*", at);
    const isModule = /^(?:import|export)[ {*"']/.test(markdown.slice(at, at + 7));
    const blank = /(?:[ \t]*\r?\n)+/y;
    blank.lastIndex = at;
    if (isComment || isModule) {
      // Imports and exports end with a blank line.
      const end = isComment ? markdown.indexOf("*/}", at) + 3 : endOfBlock(markdown, at);
      if (end < at + 3) break;
      at = end;
    } else if (blank.test(markdown)) at = blank.lastIndex;
    else break;
  }
  return markdown.slice(at);
}

function endOfBlock(markdown: string, at: number): number {
  const end = /\n[ \t]*\r?\n/g;
  end.lastIndex = at;
  const found = end.exec(markdown);
  return found === null ? markdown.length : found.index + 1;
}

function withoutComments(markdown: string): string {
  if (!markdown.includes("{/*")) return markdown;
  let isOpen = false;
  const written: string[] = [];
  for (const { text: line, isCode } of scanLines(markdown, { indentedCode: false })) {
    let [plain, rest] = ["", line];
    while (rest !== "" && (isOpen || !isCode)) {
      const at = rest.indexOf(isOpen ? "*/}" : "{/*");
      if (!isOpen) plain += at < 0 ? rest : rest.slice(0, at);
      rest = at < 0 ? "" : rest.slice(at + 3);
      if (at >= 0) isOpen = !isOpen;
    }
    plain += rest;
    if (plain.trim() !== "" || line.trim() === "") written.push(plain);
  }
  // An unclosed comment is text.
  return isOpen ? markdown : written.join("\n") + (markdown.endsWith("\n") ? "\n" : "");
}

/** Converts tabs, unless a tag is incomplete. */
function convertTabs(markdown: string): string {
  const open = [...markdown.matchAll(/<Tabs[\s>]/g)].length;
  const items = [...markdown.matchAll(/<TabItem[\s>]/g)].length;
  const isWhole = (name: string, count: number) => markdown.split(`</${name}>`).length - 1 === count;
  if (open === 0 || !isWhole("Tabs", open) || !isWhole("TabItem", items)) return markdown;
  if ([...markdown.matchAll(tag)].length !== 2 * (open + items)) return markdown;
  /** The indentation of open tab items, which would make their content a code block. */
  const indents: number[] = [];
  const written = Array.from(scanLines(markdown, { indentedCode: false }), ({ text: line, isCode }) => {
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
  return written.join("\n") + (markdown.endsWith("\n") ? "\n" : "");
}

function titleIn(attributes: string): string {
  const attribute = (name: string) => new RegExp(`\\b${name}=\\{?["']([^"']*)["']`).exec(attributes)?.[1];
  return attribute("label") ?? attribute("value") ?? "Tab";
}
