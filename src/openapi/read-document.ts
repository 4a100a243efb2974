import { CORE_SCHEMA, load, mergeTag, YAMLException } from "js-yaml";
import { countText, isJsonDeeperThan } from "../platform/index.ts";
import type { ProcessErrorCode, TextFormat } from "../storage/database/index.ts";

/** The reason why a source cannot be read. Its message is shown to the user who provided the source. */
export class SpecError extends Error {
  readonly code: ProcessErrorCode;
  constructor(code: ProcessErrorCode, message: string, options?: ErrorOptions) {
    // Messages may contain control characters from a remote document.
    super(message.replace(/\p{Cc}/gu, "\ufffd"), options);
    this.code = code;
  }
}

const maxDepth = 200;
/** The maximum length of all documents of a spec as JSON, with aliases expanded. Without aliases, fetched files cannot exceed it. */
export const maxSize = 40 * 1024 * 1024;
/** The maximum number of values in a file, which limits the time to parse it. */
const maxValues = 2_000_000;

const yamlSchema = CORE_SCHEMA.withTags(mergeTag);
/** Matches every YAML anchor, and some text that resembles one. */
const anchor = /(?:^|[\s,[{:-])&[^\s,\]}]/;

/** Parses a JSON or YAML file. `size` is the approximate length of the document as JSON. */
export function readDocument(
  bytes: Uint8Array,
  name: string,
): { readonly document: unknown; readonly format: TextFormat; readonly size: number } {
  if (estimateValues(bytes) > maxValues)
    throw new SpecError("PARSE_ERROR", `${name} has more than ${countText(maxValues)} values`);
  const text = new TextDecoder().decode(bytes);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    // Most invalid JSON is valid YAML. For the rest, the YAML parser reports the line.
    document = parseYaml(text, name);
    const size = anchor.test(text) ? measure(document, name) : text.length;
    return { document, format: "yaml", size };
  }
  if (isJsonDeeperThan(maxDepth, text)) throw tooDeep(name);
  return { document, format: "json", size: text.length };
}

function estimateValues(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    // A line feed, a comma, a bracket, or a hyphen or question mark before a blank.
    const isStart = byte === 0x0a || byte === 0x2c || byte === 0x5b || byte === 0x7b;
    const next = bytes[i + 1] ?? 0;
    const isIndicator = (byte === 0x2d || byte === 0x3f) && (next === 0x20 || next === 0x09);
    if (isStart || isIndicator || (byte === 0x0d && next !== 0x0a)) count++;
  }
  return count;
}

function parseYaml(text: string, name: string): unknown {
  try {
    return load(text, { schema: yamlSchema, json: true, maxDepth, maxTotalMergeKeys: 1_000_000 });
  } catch (error) {
    const { reason, mark } = error instanceof YAMLException ? error : {};
    const details = reason === undefined ? "" : `: ${reason}${mark ? ` in line ${mark.line + 1}` : ""}`;
    throw new SpecError("PARSE_ERROR", `${name} is neither JSON nor YAML${details}`, { cause: error });
  }
}

/**
 * The approximate length of a document as JSON. Throws when it is too large, too deep or cyclic: with aliases, a few
 * lines of YAML can expand to billions of values. Each object is visited once, however often it is referred to.
 */
export function measure(document: unknown, name: string, depthLimit = maxDepth): number {
  const measured = new Map<object, { size: number; depth: number } | undefined>();
  const visit = (value: unknown, level: number): { size: number; depth: number } => {
    if (typeof value !== "object" || value === null)
      return { size: typeof value === "string" ? value.length + 3 : 5, depth: 0 };
    const cached = measured.get(value);
    if (cached !== undefined) return cached;
    if (measured.has(value)) throw new SpecError("PARSE_ERROR", `${name} contains itself through an alias`);
    measured.set(value, undefined);
    if (level > depthLimit) throw tooDeep(name);
    const total = { size: 2, depth: 1 };
    for (const [key, inner] of Object.entries(value)) {
      const part = visit(inner, level + 1);
      total.size += key.length + part.size;
      total.depth = Math.max(total.depth, part.depth + 1);
      if (total.size > maxSize) throw tooLarge(name);
    }
    if (total.depth > depthLimit) throw tooDeep(name);
    measured.set(value, total);
    return total;
  };
  return visit(document, 1).size;
}

function tooDeep(name: string): SpecError {
  return new SpecError("PARSE_ERROR", `${name} is nested more than ${maxDepth} levels deep`);
}

export function tooLarge(name: string): SpecError {
  return new SpecError("PARSE_ERROR", `${name} is too large with all references expanded`);
}
