import { badInput, isJsonDeeperThan } from "../../platform/index.ts";

/** The maximum nesting of a body. In a document, each nested expandable adds four levels. */
const maxDepth = { flat: 64, deep: 192 } as const;

/** Parses the body of a request. An empty one is undefined. */
export function parseJsonBody(text: string, kind: keyof typeof maxDepth = "flat"): unknown {
  if (text.trim() === "") return undefined;
  const max = maxDepth[kind];
  if (isJsonDeeperThan(max, text)) throw badInput("body", `is nested more than ${max} levels deep`);
  const value = parse(text);
  // Only escapes can encode unstorable text, so most bodies need not be walked.
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

/** Rejects null characters, which PostgreSQL cannot store, and lone surrogates. */
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

export function rejectNullInUrl(url: string): void {
  const [path = ""] = url.split("?", 1);
  if (url.includes("%00"))
    throw badInput(path.includes("%00") ? "path" : "query", "must not contain the null character");
}
