import type { FastifyRequest } from "fastify";
import { LecternError } from "../../platform/index.ts";

/** How long nothing of a body may arrive, in milliseconds. */
const maxPause = 10_000;

/**
 * Reads the body of a request up to a number of bytes. Resources of sites are answered before the server reads bodies. A body
 * is refused by its announced length, before it arrives.
 */
export function readBody(
  { raw }: Pick<FastifyRequest, "raw">,
  maxBytes: number,
  pause = maxPause,
): Promise<Buffer> {
  const tooLarge = () => new LecternError(413, `The body may have up to ${maxBytes} bytes`);
  if (Number(raw.headers["content-length"] ?? 0) > maxBytes) return Promise.reject(tooLarge());
  // Without a body, there are no events either.
  if (raw.readableEnded) return Promise.resolve(Buffer.alloc(0));
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  // The rest of the body cannot be told from the next request.
  const stalled = () => new LecternError(408, "The body took too long to arrive", { Connection: "close" });
  const timer = setTimeout(() => reject(stalled()), pause);
  const read = (chunk: Buffer) => {
    timer.refresh();
    size += chunk.length;
    if (size > maxBytes) reject(tooLarge());
    else chunks.push(chunk);
  };
  // Readers leave pages while these send something, which is no error of the server.
  const breakOff = () => reject(new LecternError(400, "The request ended before its body"));
  raw.on("data", read);
  raw.once("end", () => resolve(Buffer.concat(chunks)));
  for (const event of ["error", "close"]) raw.once(event, breakOff);
  if (raw.destroyed) breakOff();
  return promise.finally(() => {
    clearTimeout(timer);
    raw.off("data", read);
  });
}
