import { stringify } from "yaml";

const block = /^\ufeff?\+\+\+[ \t]*\r?\n([\s\S]*?)\r?\n?\+\+\+[ \t]*(?:\r?\n|$)/;
const largest = 8192;

/** The fields that mean something here, and what they are called then. */
const names = new Map([
  ["title", "title"],
  ["description", "description"],
  ["slug", "slug"],
  ["weight", "weight"],
  ["draft", "hidden"],
]);

/** The text with the front matter of Hugo, between rows of plus signs, as ours: what is known of it, as far as tables. */
export function withoutToml(text: string): string {
  const [whole, lines = ""] = block.exec(text.slice(0, largest)) ?? [];
  if (whole === undefined) return text;
  const fields = new Map<string, unknown>();
  for (const line of lines.split(/\r?\n/)) {
    if (/^\s*\[/.test(line)) break;
    const [, key = "", value = ""] = /^\s*"?([\w-]{1,50})"?\s*=\s*(\S.*)$/.exec(line) ?? [];
    const name = names.get(key);
    const read = name === undefined ? undefined : readValue(value);
    if (name !== undefined && read !== undefined && read !== false) fields.set(name, read);
  }
  const body = text.slice(whole.length);
  return fields.size === 0
    ? body
    : `---\n${stringify(Object.fromEntries(fields), { lineWidth: 0, blockQuote: false })}---\n${body}`;
}

function readValue(written: string): unknown {
  const [, plain] = /^'([^']*)'/.exec(written) ?? [];
  const [quoted] = /^(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false)(?=\s*(?:#|$))/.exec(written) ?? [];
  if (plain !== undefined || quoted === undefined) return plain;
  try {
    // Within quotes, both say the same.
    return JSON.parse(quoted);
  } catch {
    return undefined;
  }
}
