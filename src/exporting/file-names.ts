import { isJunk } from "../importing/folders/index.ts";

/** In bytes: with a number and an extension it still is a name on any disk. */
const longest = 180;

/** Names that mean a device on some systems, whatever follows their dot. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Names that mean something in a tree of Markdown. */
const meant = /^(?:readme|index|_index|summary)(?:\.|$)/i;

/** What no name may hold on some system. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to replace
const forbidden = /[\u0000-\u001f\u007f<>:"/\\|?*]/g;

/** A name under which a file can be kept on any disk: the given one, where that will do. */
export function safeFileName(name: string): string {
  const plain = plainName(name);
  const dot = plain.lastIndexOf(".");
  const extension = dot > 0 && plain.length - dot <= 20 ? plain.slice(dot) : "";
  const stem = cut(plain.slice(0, plain.length - extension.length), longest);
  const whole = (stem + extension).replace(/(?<![. ])[. ]+$/, "");
  return whole === "" || isJunk(whole) || devices.test(whole) ? `file-${whole}` : whole;
}

/** A name for the file or folder of a page: its slug, where that will do. */
export function safePageName(slug: string): string {
  const plain = cut(plainName(slug), longest).replace(/^[. ]+|[. ]+$/g, "");
  return plain === "" || isJunk(plain) || devices.test(plain) || meant.test(plain) ? `page-${plain}` : plain;
}

/** The same name with a number: before its extension, or at the end. */
export function numberedFileName(name: string, number: number | undefined): string {
  if (number === undefined) return name;
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`;
}

function plainName(name: string): string {
  return name.toWellFormed().normalize("NFC").replace(forbidden, "-");
}

/** As many characters as take up so many bytes. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let length = 0;
  let kept = "";
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    kept += character;
  }
  return kept;
}
