import { badInput } from "../errors.ts";

/** The bytes that a field spells in base64, or the error that names it. */
export function decodeBase64(text: string, field: string): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0)
    throw badInput(field, "is not valid base64");
  return Buffer.from(text, "base64");
}
