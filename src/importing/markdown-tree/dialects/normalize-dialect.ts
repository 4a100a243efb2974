import { stringify } from "yaml";
import { frontMatterLength, scanLines } from "../../../content/markdown/index.ts";
import { convertCallouts } from "./callouts.ts";
import { convertMdx } from "./mdx.ts";

/** Converts the Markdown dialects of other tools to ours. */
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
  ["title", "title"],
  ["description", "description"],
  ["slug", "slug"],
  ["weight", "weight"],
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
