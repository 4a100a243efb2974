import { Readable } from "node:stream";
import { EventLoopYielder } from "../../platform/index.ts";

/** JSON text in pieces, which are created while it is sent. */
export type JsonPieces = Generator<string, void>;

/** A reply body that may be large. It is serialized without a schema, and sent as a stream if it is long. */
export class StreamedJson {
  readonly pieces: JsonPieces;
  constructor(value: unknown) {
    this.pieces = jsonPieces(value);
  }
}

/** Values with more objects than this are serialized in several pieces. */
const maxObjects = 500;

/** The JSON of a value in pieces. A generator in the value stands for the pieces of a part of it. */
function* jsonPieces(value: unknown): JsonPieces {
  if (isGenerator(value)) yield* value;
  else if (!isLarge(value)) yield JSON.stringify(value) ?? "null";
  else if (Array.isArray(value)) yield* jsonArray(value);
  else yield* jsonObject(value);
}

/** The JSON of an array in pieces. Its items are created one by one. */
export function* jsonArray(items: Iterable<unknown>): JsonPieces {
  let separator = "[";
  for (const item of items) {
    if (isLarge(item)) {
      yield separator;
      yield* jsonPieces(item);
    } else yield separator + (JSON.stringify(item) ?? "null");
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}

/** The JSON of a long text in pieces. */
export function* jsonString(text: string): JsonPieces {
  yield '"';
  // The halves of a pair of surrogates are escaped if they are in two pieces.
  for (let at = 0; at < text.length; at += chunkLength)
    yield JSON.stringify(text.slice(at, at + chunkLength)).slice(1, -1);
  yield '"';
}

function* jsonObject(object: object): JsonPieces {
  let text = "{";
  let separator = "";
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    text += `${separator}${JSON.stringify(name)}:`;
    separator = ",";
    if (isLarge(value)) {
      yield text;
      yield* jsonPieces(value);
      text = "";
    } else text += JSON.stringify(value);
    if (text.length >= chunkLength) {
      yield text;
      text = "";
    }
  }
  yield `${text}}`;
}

/** Whether a value has many objects or is in pieces. */
function isLarge(value: unknown): value is object {
  const pending = [value];
  for (let count = 0; pending.length > 0; ) {
    const next = pending.pop();
    if (typeof next !== "object" || next === null) continue;
    if (isGenerator(next) || ++count > maxObjects) return true;
    const parts: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (parts.length > maxObjects) return true;
    for (const part of parts) pending.push(part);
  }
  return false;
}

function isGenerator(value: unknown): value is JsonPieces {
  return typeof value === "object" && value !== null && "next" in value && typeof value.next === "function";
}

/** Shorter bodies are sent at once, longer ones in chunks of this length. */
const chunkLength = 64 * 1024;

/** The body of a reply: a string, or a stream if it is long. */
export function bodyOf({ pieces }: StreamedJson): string | Readable {
  const first = nextChunk(pieces);
  return first.length < chunkLength ? first : Readable.from(chunksOf(first, pieces));
}

/** Creates a chunk when the client has received the previous ones. */
async function* chunksOf(first: string, pieces: JsonPieces): AsyncGenerator<string> {
  const yielder = new EventLoopYielder();
  for (let chunk = first; chunk !== ""; chunk = nextChunk(pieces)) {
    yield chunk;
    await yielder.yieldIfDue();
  }
}

function nextChunk(pieces: JsonPieces): string {
  let chunk = "";
  while (chunk.length < chunkLength) {
    const { done, value } = pieces.next();
    if (done) break;
    chunk += value;
  }
  return chunk;
}
