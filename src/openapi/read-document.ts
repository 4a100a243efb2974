import { CORE_SCHEMA, load, mergeTag, YAMLException } from "js-yaml";
import { isJsonDeeperThan } from "../platform/index.ts";
import type { TextFormat } from "../storage/database/index.ts";
import { SpecError } from "./spec-error.ts";

const deepest = 200;
/** How much all documents of a spec may be when they are written out, aliases and all. Files are never that large. */
export const largest = 40 * 1024 * 1024;

/** How many lists, objects and values there may be: far more than anybody writes, and few enough to be read in a moment. */
const mostValues = 2_000_000;

const schema = CORE_SCHEMA.withTags(mergeTag);
/** Without one of these there is no alias. There may be more that look like it. */
const anchor = /(?:^|[\s,[{:-])&[^\s,\]}]/;

export interface ReadDocument {
  readonly document: unknown;
  readonly format: TextFormat;
  /** About how long it is when it is written out. */
  readonly size: number;
}

/** What a file says, in JSON or YAML. */
export function readDocument(bytes: Uint8Array, name: string): ReadDocument {
  const text = new TextDecoder().decode(bytes);
  if (hasMoreValuesThan(mostValues, bytes))
    throw new SpecError("PARSE_ERROR", `${name} has more than ${mostValues.toLocaleString("en")} values`);
  const json = readJson(text);
  if (json === undefined) return readYaml(text, name);
  if (isJsonDeeperThan(deepest, text)) throw tooDeep(name);
  return { ...json, format: "json", size: text.length };
}

/** About: whatever begins a value, or may, and is not a space within text. */
function hasMoreValuesThan(most: number, bytes: Uint8Array): boolean {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    // A line, a comma, a bracket, or a hyphen or question mark before a blank.
    const isStart = byte === 0x0a || byte === 0x2c || byte === 0x5b || byte === 0x7b;
    const next = bytes[i + 1] ?? 0;
    const isSign = (byte === 0x2d || byte === 0x3f) && (next === 0x20 || next === 0x09);
    if (isStart || isSign || (byte === 0x0d && next !== 0x0a)) count++;
  }
  return count > most;
}

function readJson(text: string): { document: unknown } | undefined {
  try {
    return { document: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Also for JSON that is wrong: nearly all of it is YAML, and what is not is told with its line. */
function readYaml(text: string, name: string): ReadDocument {
  const document = loadYaml(text, name);
  const size = anchor.test(text) ? measureTree(document, name) : text.length;
  return { document, format: "yaml", size };
}

function loadYaml(text: string, name: string): unknown {
  try {
    return load(text, { schema, json: true, maxDepth: deepest, maxTotalMergeKeys: 1_000_000 });
  } catch (error) {
    const reason = error instanceof YAMLException ? `: ${inWords(error)}` : "";
    throw new SpecError("PARSE_ERROR", `${name} is neither JSON nor YAML${reason}`, { cause: error });
  }
}

function inWords({ reason, mark }: YAMLException): string {
  return mark === undefined ? reason : `${reason} in line ${mark.line + 1}`;
}

function tooDeep(name: string): SpecError {
  return new SpecError("PARSE_ERROR", `${name} is nested more than ${deepest} levels deep`);
}

interface Measure {
  readonly size: number;
  readonly depth: number;
}

/**
 * How long a document is when it is written out. With aliases, a few lines of YAML can hold themselves, or be billions:
 * then it is refused. Each value is measured once, however often it is there.
 */
function measureTree(document: unknown, name: string): number {
  const known = new Map<object, Measure | undefined>();
  const measure = (value: unknown, level: number): Measure => {
    if (typeof value === "string") return { size: value.length + 3, depth: 0 };
    if (typeof value !== "object" || value === null) return { size: String(value).length + 1, depth: 0 };
    let own = known.get(value);
    if (own === undefined) {
      if (known.has(value)) throw new SpecError("PARSE_ERROR", `${name} holds itself by an alias`);
      if (level > deepest) throw tooDeep(name);
      known.set(value, undefined);
      own = measureParts(value, (inner) => measure(inner, level + 1));
      known.set(value, own);
    }
    if (own.size > largest) throw tooLarge(name);
    if (level + own.depth > deepest + 1) throw tooDeep(name);
    return own;
  };
  return measure(document, 1).size;
}

function measureParts(value: object, measure: (inner: unknown) => Measure): Measure {
  let [size, depth] = [2, 0];
  const add = (inner: unknown): void => {
    const part = measure(inner);
    size += part.size;
    depth = Math.max(depth, part.depth);
  };
  if (Array.isArray(value)) {
    for (const inner of value) add(inner);
  } else {
    for (const [key, inner] of Object.entries(value)) {
      size += key.length + 3;
      add(inner);
    }
  }
  return { size, depth: depth + 1 };
}

/** Refuses documents that are too long together to be written out. Nothing is in them twice. */
export function requireShort(documents: readonly unknown[], name: string): void {
  let size = 0;
  const add = (value: unknown): void => {
    if (size > largest) throw tooLarge(name);
    size += typeof value === "string" ? value.length + 3 : 5;
    if (typeof value !== "object" || value === null) return;
    for (const key of Object.keys(value)) {
      size += key.length;
      add((value as Record<string, unknown>)[key]);
    }
  };
  for (const document of documents) add(document);
}

export function tooLarge(name: string): SpecError {
  return new SpecError("PARSE_ERROR", `${name} is too large when all that it refers to is written out`);
}
