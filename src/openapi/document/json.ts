import { safeDecodeUriComponent } from "../../platform/index.ts";

export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A deep copy without `__proto__` keys, which are unsafe in an object that is modified. */
export function cloneJson(value: unknown): unknown {
  const text = JSON.stringify(value);
  const drop = (key: string, inner: unknown) => (key === "__proto__" ? undefined : inner);
  return JSON.parse(text, text.includes('"__proto__"') ? drop : undefined);
}

/** Decodes one token of a JSON pointer in a URI fragment (RFC 6901). */
export function decodePointerToken(token: string): string {
  return safeDecodeUriComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}

export function encodePointerToken(key: string): string {
  return encodeURIComponent(key.toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** The value that a JSON pointer in a URI fragment refers to. */
export function resolvePointer(document: unknown, pointer: string): unknown {
  let value = document;
  for (const token of pointer.split("/").slice(1)) {
    const key = decodePointerToken(token);
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}
