import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import type { FastifyRequest } from "fastify";
import { readBody } from "./read-body.ts";

/** A request with these parts of a body, and then this error. */
function requestOf(parts: readonly string[], error?: Error): FastifyRequest {
  const raw = Readable.from(
    (async function* () {
      for (const part of parts) yield Buffer.from(part);
      if (error !== undefined) throw error;
    })(),
  );
  return { raw: Object.assign(raw, { headers: {} }) } as unknown as FastifyRequest;
}

test("bodies are read up to a size, and those that break off are not an error of the server", async () => {
  assert.equal((await readBody(requestOf(["ab", "c"]), 3)).toString(), "abc");
  await assert.rejects(readBody(requestOf(["ab", "cd"]), 3), { status: 413 });
  await assert.rejects(readBody(requestOf(["a"], new Error("aborted")), 3), { status: 400 });
});
