import { isJunk } from "../importing/folders/index.ts";

/** In bytes. With a number and an extension, the name is still valid on any file system. */
const maxLength = 180;

const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Names with a meaning in a Markdown tree. */
const reserved = /^(?:readme|index|_index|summary)(?:\.|$)/i;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to replace
const forbidden = /[\u0000-\u001f\u007f<>:"/\\|?*]/g;

/** A file name that is valid on any file system. Valid names are kept. */
export function safeFileName(name: string): string {
  const plain = replaceForbidden(name);
  const dot = plain.lastIndexOf(".");
  const extension = dot > 0 && plain.length - dot <= 20 ? plain.slice(dot) : "";
  const stem = truncate(plain.slice(0, plain.length - extension.length), maxLength);
  const whole = (stem + extension).replace(/(?<![. ])[. ]+$/, "");
  return whole === "" || isJunk(whole) || devices.test(whole) ? `file-${whole}` : whole;
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

/** Truncates to a number of bytes, at the boundary of a character. */
function truncate(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let length = 0;
  let kept = "";
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > maxBytes) break;
    kept += character;
  }
  return kept;
}

/** Returns the first free name: without a number, or else with 2, 3 and so on. */
type TakeName = (nameWith: (number: number | undefined) => string) => string;

/** Assigns unique names, ignoring case. With `filesOf`, one name stands for several files that must all be free. */
export function uniqueNames(filesOf: (name: string) => readonly string[] = (name) => [name]): TakeName {
  const taken = new Set<string>();
  /** The next number to try for each name. */
  const next = new Map<string, number>();
  const keysOf = (name: string) => filesOf(name).map((file) => file.normalize("NFC").toLowerCase());
  return (nameWith) => {
    const first = nameWith(undefined);
    let name = first;
    for (let number = next.get(first) ?? 2; keysOf(name).some((key) => taken.has(key)); number++) {
      name = nameWith(number);
      next.set(first, number + 1);
    }
    for (const key of keysOf(name)) taken.add(key);
    return name;
  };
}
