import { CORE_SCHEMA, load, mergeTag, YAMLException } from "js-yaml";
import type { TextFormat } from "../enumerations.ts";
import { SpecError } from "./spec-error.ts";

const deepest = 200;
/** How much a document may be when it is written out, aliases and all. A file is never that large itself. */
export const largest = 40 * 1024 * 1024;

const schema = CORE_SCHEMA.withTags(mergeTag);

export interface ReadDocument {
  readonly document: unknown;
  readonly format: TextFormat;
}

/** What a file says, in JSON or YAML. */
export function readDocument(bytes: Uint8Array, name: string): ReadDocument {
  const text = new TextDecoder().decode(bytes);
  const read = readJson(text) ?? readYaml(text, name);
  requireTree(read.document, name);
  return read;
}

function readJson(text: string): ReadDocument | undefined {
  try {
    return { document: JSON.parse(text), format: "json" };
  } catch {
    return undefined;
  }
}

/** Also for JSON that is wrong: nearly all of it is YAML, and what is not is told with its line. */
function readYaml(text: string, name: string): ReadDocument {
  try {
    const document = load(text, { schema, json: true, maxDepth: deepest, maxTotalMergeKeys: 1_000_000 });
    return { document, format: "yaml" };
  } catch (error) {
    const reason = error instanceof YAMLException ? `: ${inWords(error)}` : "";
    throw new SpecError("PARSE_ERROR", `${name} is neither JSON nor YAML${reason}`, { cause: error });
  }
}

function inWords({ reason, mark }: YAMLException): string {
  return mark === undefined ? reason : `${reason} in line ${mark.line + 1}`;
}

interface Measure {
  readonly size: number;
  readonly depth: number;
}

/**
 * Refuses what no JSON can say, or only at a length that nobody could bear: with aliases, a few lines of YAML can hold
 * themselves, or be billions. Each value is measured once, however often it is there.
 */
function requireTree(document: unknown, name: string): void {
  const refuse = (reason: string) => new SpecError("PARSE_ERROR", `${name} ${reason}`);
  const known = new Map<object, Measure | undefined>();
  const measure = (value: unknown, level: number): Measure => {
    if (typeof value === "string") return { size: value.length + 3, depth: 0 };
    if (typeof value !== "object" || value === null) return { size: String(value).length + 1, depth: 0 };
    let own = known.get(value);
    if (own === undefined) {
      if (known.has(value)) throw refuse("holds itself by an alias");
      if (level > deepest) throw refuse(`is nested more than ${deepest} levels deep`);
      known.set(value, undefined);
      own = measureParts(value, (inner) => measure(inner, level + 1));
      known.set(value, own);
    }
    if (own.size > largest) throw refuse("is too large when its aliases are written out");
    if (level + own.depth > deepest + 1) throw refuse(`is nested more than ${deepest} levels deep`);
    return own;
  };
  measure(document, 1);
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
