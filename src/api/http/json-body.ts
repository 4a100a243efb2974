import { badInput, isJsonDeeperThan } from "../../platform/index.ts";

/** How many levels a body may have. In a document, an expandable within another is four levels further down. */
const deepest = { flat: 64, deep: 192 } as const;
type Depth = keyof typeof deepest;

/** Parses a request's body; an empty one is no body at all. */
export function parseJsonBody(text: string, depth: Depth = "flat"): unknown {
  if (text.trim() === "") return undefined;
  if (isJsonDeeperThan(deepest[depth], text))
    throw badInput("body", `is nested more than ${deepest[depth]} levels deep`);
  const value = parse(text);
  // Only an escape can spell what no database keeps: a cheap sign, after which the value is walked.
  if (/\\u(0000|d[89a-f])/i.test(text)) rejectUnstorableText(value);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badInput("body", "is not valid JSON");
  }
}

/** PostgreSQL cannot hold the null character, and half of a surrogate pair is no character at all. */
export function rejectUnstorableText(value: unknown, path = "body"): void {
  if (typeof value === "string") {
    if (value.includes("\0")) throw badInput(path, "must not contain the null character");
    if (!value.isWellFormed()) throw badInput(path, "must not contain half of a surrogate pair");
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    rejectUnstorableText(key, path);
    rejectUnstorableText(inner, `${path}.${key}`);
  }
}

/** The same of an address: nothing that is named by this character exists. */
export function rejectNullInUrl(address: string): void {
  const [path = ""] = address.split("?", 1);
  if (address.includes("%00"))
    throw badInput(path.includes("%00") ? "path" : "query", "must not contain the null character");
}
