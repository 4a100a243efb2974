import type { IncomingMessage } from "node:http";
import { FetchError } from "./fetch-error.ts";

/** The chunks of a body as they arrive, and an error in place of the one that passes the limit. */
export function readBody(
  response: IncomingMessage,
  { maxBytes, explain }: { maxBytes: number; explain: (error: unknown) => FetchError },
): AsyncIterable<Buffer> {
  const chunks = countChunks(response, maxBytes, explain);
  const body: AsyncIterableIterator<Buffer> = {
    next: () => chunks.next(),
    // A generator that has not begun, or waits for a chunk, would not close the connection by itself.
    return: () => {
      response.destroy();
      return chunks.return(undefined);
    },
    [Symbol.asyncIterator]: () => body,
  };
  return body;
}

/** Leaving the loop in any way destroys the response, and its connection with it. */
async function* countChunks(
  response: IncomingMessage,
  maxBytes: number,
  explain: (error: unknown) => FetchError,
): AsyncGenerator<Buffer, undefined> {
  const chunks: AsyncIterable<Buffer> = response;
  let received = 0;
  try {
    for await (const chunk of chunks) {
      received += chunk.length;
      if (received > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw explain(error);
  }
}

export function tooLarge(maxBytes: number): FetchError {
  return new FetchError("too-large", `is larger than ${sizeInWords(maxBytes)}`);
}

function sizeInWords(bytes: number): string {
  for (const [unit, size] of units) if (bytes >= size && bytes % size === 0) return `${bytes / size} ${unit}`;
  return `${bytes} bytes`;
}

const units = [
  ["MB", 1024 * 1024],
  ["MB", 1_000_000],
  ["KB", 1024],
  ["KB", 1000],
] as const;
