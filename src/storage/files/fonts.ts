import type { FontFormat } from "../database/index.ts";

/** The length of a table's entry in the directory of an OpenType font, and in those of WOFF. */
const openTypeEntry = 16;
const headerLength = { woff2: 48, woff: 44, openType: 12 } as const;
const maxTables = 512;

const signatures: Readonly<Record<number, FontFormat>> = {
  2001684018: "woff2",
  2001684038: "woff",
  65536: "ttf",
  1953658213: "ttf",
  1330926671: "otf",
};

/** The format of a font by its structure. Undefined if the bytes are not one whole font. */
export function readFontFormat(bytes: Buffer): FontFormat | undefined {
  if (bytes.length < headerLength.openType) return undefined;
  const format = signatures[bytes.readUInt32BE(0)];
  if (format === undefined) return undefined;
  const isValid = format === "woff2" || format === "woff" ? isWoff(bytes, format) : isOpenType(bytes);
  return isValid ? format : undefined;
}

/** Whether the header of a WOFF file has its length and a number of tables. */
function isWoff(bytes: Buffer, format: "woff2" | "woff"): boolean {
  if (bytes.length < headerLength[format]) return false;
  const tables = bytes.readUInt16BE(12);
  return bytes.readUInt32BE(8) === bytes.length && tables > 0 && tables <= maxTables;
}

/** Whether all tables of the directory are within the file. */
function isOpenType(bytes: Buffer): boolean {
  const tables = bytes.readUInt16BE(4);
  const end = headerLength.openType + tables * openTypeEntry;
  if (tables === 0 || tables > maxTables || end > bytes.length) return false;
  for (let entry = headerLength.openType; entry < end; entry += openTypeEntry)
    if (bytes.readUInt32BE(entry + 8) + bytes.readUInt32BE(entry + 12) > bytes.length) return false;
  return true;
}
