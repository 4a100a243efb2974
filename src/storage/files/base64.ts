import { badInput } from "../../platform/index.ts";

/** The bytes that a field spells in base64, or the error that names it. Many tools break it into lines. */
export function decodeBase64(given: string, field: string): Buffer {
  const text = given.replace(/[\r\n]+/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0)
    throw badInput(field, "is not valid base64");
  return Buffer.from(text, "base64");
}
