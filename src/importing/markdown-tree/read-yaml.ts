import { CORE_SCHEMA, FAILSAFE_SCHEMA, load } from "js-yaml";

const maxDepth = 50;

export type Fields = Readonly<Record<string, unknown>>;

/** Parses YAML or JSON; undefined if it is invalid or not a mapping. As strings, `1.10` keeps its last digit. */
export function readFields(text: string, { asStrings = false } = {}): Fields | undefined {
  try {
    const schema = asStrings ? FAILSAFE_SCHEMA : CORE_SCHEMA;
    const value = load(text, { schema, json: true, maxDepth });
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The lines of front matter between its delimiters. */
export function yamlOf(block: string): string {
  return block.slice(block.indexOf("\n") + 1, block.lastIndexOf("---"));
}

export function readFrontMatterFields(block: string): Fields | undefined {
  return readFields(yamlOf(block));
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A string, or a number or boolean as a string. */
export function textIn(fields: Fields | undefined, name: string): string | undefined {
  const value = fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" ? value : undefined;
}

export function numberIn(fields: Fields | undefined, name: string): number | undefined {
  const value = Number(textIn(fields, name) || Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}
