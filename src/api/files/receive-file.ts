import { createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { badInput } from "../../platform/index.ts";

/** Writes the body of a request to a file. Throws an error if it has not the announced number of bytes. */
export async function receiveFile(body: Readable | undefined, size: number, path: string): Promise<void> {
  let received = 0;
  async function* counted(source: Readable) {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > size) break;
      yield chunk;
    }
  }
  if (body !== undefined) await pipeline(body, counted, createWriteStream(path));
  if (received !== size) throw badInput("body", `must have ${size} bytes, as announced`);
}
