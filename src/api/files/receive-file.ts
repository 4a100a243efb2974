import { createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { badInput } from "../../platform/index.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the body is a file, which may take longer to arrive than other bodies. */
    readonly receivesUpload?: boolean;
  }
}

interface UploadRequest {
  Querystring: Record<string, unknown>;
  Body: Readable | undefined;
}

/** Takes bodies of any type by PUT. `receive` reads the bytes from the request, and returns what is sent with status 201. */
export function takeUploads(
  app: FastifyInstance,
  path: string,
  bodyLimit: number,
  receive: (request: FastifyRequest<UploadRequest>) => Promise<unknown>,
): void {
  app.register(async (uploading) => {
    uploading.removeAllContentTypeParsers();
    uploading.addContentTypeParser("*", async (_: FastifyRequest, body: Readable) => body);
    const config = { receivesUpload: true };
    uploading.put<UploadRequest>(path, { bodyLimit, config }, async (request, reply) =>
      reply.code(201).send(await receive(request)),
    );
  });
}

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
