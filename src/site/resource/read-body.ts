import type { FastifyRequest } from "fastify";
import { LecternError } from "../../platform/index.ts";

/** Reads the body of a request up to a number of bytes. Resources of sites are answered before the server reads bodies. */
export async function readBody({ raw }: FastifyRequest, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new LecternError(413, `The body may have up to ${maxBytes} bytes`);
  if (Number(raw.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(raw)) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Readers leave pages while these send something, which is no error of the server. */
async function* chunksOf(raw: FastifyRequest["raw"]): AsyncGenerator<Buffer> {
  try {
    yield* raw as AsyncIterable<Buffer>;
  } catch {
    throw new LecternError(400, "The request ended before its body");
  }
}
