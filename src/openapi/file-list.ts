import { EventLoopYielder } from "../platform/index.ts";
import { possibleNames } from "./bundle-files.ts";
import { withoutFragment } from "./document/index.ts";

const code = (character: string) => character.charCodeAt(0);
const [quote, backslash, comma, hash] = [code('"'), code("\\"), code(","), code("#")];
const [openBrace, openBracket, closeBrace, closeBracket] = [code("{"), code("["), code("}"), code("]")];

/** The number of bytes or references that are read between two checks of the time. */
const [bytesPerStep, referencesPerStep] = [1_000_000, 1000];

/** The JSON text of a document. */
interface DocumentText {
  readonly name: string;
  readonly text: Buffer;
}

/**
 * Converts the JSON of documents by file name to the JSON of a list of files, as the parser of Scalar reads it. It finds a
 * file only if a reference is exactly its name, so references to other files are rewritten. The documents may be large:
 * they are not parsed, and those without such references are not copied.
 */
export async function listFiles(documents: Buffer, entry: string): Promise<Buffer[]> {
  const yielder = new EventLoopYielder();
  const files = await splitDocuments(documents, yielder);
  const names = new Set(files.map(({ name }) => name));
  const pieces: Buffer[] = [];
  let separator = "[";
  for (const file of files) {
    const { text, references } = await nameReferences(file, names, yielder);
    const { name: filename } = file;
    const fields = { dir: "./", isEntrypoint: filename === entry, references, filename };
    pieces.push(Buffer.from(`${separator}${JSON.stringify(fields).slice(0, -1)},"specification":`), text);
    separator = "},";
  }
  return [...pieces, Buffer.from("}]")];
}

/** Splits an object that `JSON.stringify` has written into the texts of its properties. */
async function splitDocuments(object: Buffer, yielder: EventLoopYielder): Promise<DocumentText[]> {
  const documents: DocumentText[] = [];
  for (let at = 1; object[at] === quote; ) {
    const start = endOfString(object, at) + 1;
    const end = await endOfValue(object, start, yielder);
    documents.push({
      name: JSON.parse(object.toString("utf8", at, start - 1)),
      text: object.subarray(start, end),
    });
    at = object[end] === comma ? end + 1 : end;
  }
  return documents;
}

/** The position after a string that begins at `start`. */
function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at + 1;
}

/** The position after a property's value, which is followed by a comma or by the end of its object. */
async function endOfValue(json: Buffer, start: number, yielder: EventLoopYielder): Promise<number> {
  let depth = 0;
  let nextCheck = start + bytesPerStep;
  for (let at = start; ; at++) {
    const byte = json[at];
    if (byte === quote) at = endOfString(json, at) - 1;
    else if (byte === openBrace || byte === openBracket) depth++;
    else if (depth === 0 && (byte === comma || byte === closeBrace)) return at;
    else if (byte === closeBrace || byte === closeBracket) depth--;
    else if (byte === undefined) return at;
    if (at < nextCheck) continue;
    nextCheck = at + bytesPerStep;
    await yielder.yieldIfDue();
  }
}

/** A key with a string as its value. In a string, these quotes would be escaped. */
const referenceKey = Buffer.from('"$ref":"');

/** Replaces the path in each reference to another file by the name of the file. */
async function nameReferences(
  { name, text }: DocumentText,
  names: ReadonlySet<string>,
  yielder: EventLoopYielder,
): Promise<{ text: Buffer; references: string[] }> {
  const pieces: Buffer[] = [];
  const references = new Set<string>();
  const targets = new Map<string, string | undefined>();
  let copied = 0;
  let count = 0;
  for (let at = text.indexOf(referenceKey); at !== -1; at = text.indexOf(referenceKey, at)) {
    if (++count % referencesPerStep === 0) await yielder.yieldIfDue();
    at += referenceKey.length;
    // Most references are to parts of the same document.
    if (text[at] === hash) continue;
    const end = endOfString(text, at - 1);
    const ref: string = JSON.parse(text.toString("utf8", at - 1, end));
    const file = withoutFragment(ref);
    const target = targets.getOrInsertComputed(file, () =>
      possibleNames(file, name).find((candidate) => names.has(candidate)),
    );
    if (target !== undefined && target !== name) references.add(target);
    if (target === undefined || target === file) continue;
    const fragment = ref.slice(file.length);
    const named = target === name && fragment !== "" ? fragment : target + fragment;
    pieces.push(text.subarray(copied, at - 1), Buffer.from(JSON.stringify(named)));
    copied = end;
  }
  const named = pieces.length === 0 ? text : Buffer.concat([...pieces, text.subarray(copied)]);
  return { text: named, references: [...references] };
}
