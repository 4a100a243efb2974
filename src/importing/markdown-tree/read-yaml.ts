import { CORE_SCHEMA, FAILSAFE_SCHEMA, load } from "js-yaml";

const deepest = 50;

export type Fields = Readonly<Record<string, unknown>>;

/**
 * What a small text in YAML or JSON says; undefined where it has no fields, or is wrong. Values may be wanted as they
 * are written: 1.10 is a version and no number.
 */
export function readFields(text: string, { asWritten = false } = {}): Fields | undefined {
  try {
    const schema = asWritten ? FAILSAFE_SCHEMA : CORE_SCHEMA;
    const value = load(text, { schema, json: true, maxDepth: deepest });
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field that is text, or may be read as such. */
export function textIn(fields: Fields | undefined, name: string): string | undefined {
  const value = fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" ? value : undefined;
}

export function numberIn(fields: Fields | undefined, name: string): number | undefined {
  const value = Number(textIn(fields, name) || Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}
