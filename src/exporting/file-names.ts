import { isJunk } from "../importing/folders/index.ts";

/** The maximum length in bytes. It leaves space for a number and an extension on any file system. */
const maxLength = 180;

const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Names with a special meaning in a Markdown tree. */
const reserved = /^(?:readme|index|_index|summary)(?:\.|$)/i;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced
const forbidden = /[\u0000-\u001f\u007f<>:"/\\|?*]/g;

/** A file name that is valid on any file system. Valid names are kept. */
export function safeFileName(name: string): string {
  const plain = replaceForbidden(name);
  const dot = plain.lastIndexOf(".");
  const extension = dot > 0 && plain.length - dot <= 20 ? plain.slice(dot) : "";
  const stem = truncate(plain.slice(0, plain.length - extension.length), maxLength);
  const fileName = (stem + extension).replace(/(?<![. ])[. ]+$/, "");
  return fileName === "" || isJunk(fileName) || devices.test(fileName) ? `file-${fileName}` : fileName;
}

/** A name for the file or folder of a page. Valid slugs are kept. */
export function safePageName(slug: string): string {
  const plain = truncate(replaceForbidden(slug), maxLength).replace(/^[. ]+|[. ]+$/g, "");
  const isUnsafe = plain === "" || isJunk(plain) || devices.test(plain) || reserved.test(plain);
  return isUnsafe ? `page-${plain}` : plain;
}

export function numberedFileName(name: string, number: number | undefined): string {
  if (number === undefined) return name;
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`;
}

function replaceForbidden(name: string): string {
  return name.toWellFormed().normalize("NFC").replace(forbidden, "-");
}

/** Truncates to a number of bytes, at a character boundary. */
function truncate(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let length = 0;
  let truncated = "";
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > maxBytes) break;
    truncated += character;
  }
  return truncated;
}

/** Returns the first unused name: without a number, or else with 2, 3 and so on. */
type UniqueName = (nameWith: (number: number | undefined) => string) => string;

/** Assigns unique names, ignoring case. With `filesOf`, a name stands for several files, which must all be unused. */
export function uniqueNames(filesOf: (name: string) => readonly string[] = (name) => [name]): UniqueName {
  const used = new Set<string>();
  /** The next number to try for each name. */
  const next = new Map<string, number>();
  const keysOf = (name: string) => filesOf(name).map((file) => file.normalize("NFC").toLowerCase());
  return (nameWith) => {
    const first = nameWith(undefined);
    let name = first;
    for (let number = next.get(first) ?? 2; keysOf(name).some((key) => used.has(key)); number++) {
      name = nameWith(number);
      next.set(first, number + 1);
    }
    for (const key of keysOf(name)) used.add(key);
    return name;
  };
}
