import { badInput } from "../errors.ts";

const deepest = 64;

/** Parses a request's body; an empty one is no body at all. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === "") return undefined;
  refuseDeepNesting(text);
  const value = parse(text);
  // The text is a cheap sign of it; only then is the value walked.
  if (text.includes("\\u0000")) refuseNullCharacters(value);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badInput("body", "is not valid JSON");
  }
}

function refuseDeepNesting(text: string): void {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (quoted) {
      if (character === 0x5c) i++;
      else if (character === 0x22) quoted = false;
    } else if (character === 0x22) quoted = true;
    else if (character === 0x5b || character === 0x7b) {
      if (++depth > deepest) throw badInput("body", `is nested more than ${deepest} levels deep`);
    } else if (character === 0x5d || character === 0x7d) depth--;
  }
}

function refuseNullCharacters(value: unknown, path = "body"): void {
  if (typeof value === "string" && value.includes("\0"))
    throw badInput(path, "must not contain the null character");
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    refuseNullCharacters(key, path);
    refuseNullCharacters(inner, `${path}.${key}`);
  }
}
