import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import type { FastifyRequest } from "fastify";
import { readBody } from "./read-body.ts";

/** A request with these parts of a body, and then this error, or nothing more if it is `stalled`. */
function requestOf(parts: readonly string[], end?: Error | "stalled", headers: object = {}) {
  const raw = new Readable({ read: () => {} });
  for (const part of parts) raw.push(Buffer.from(part));
  if (end === undefined) raw.push(null);
  else if (end !== "stalled") raw.destroy(end);
  return { raw: Object.assign(raw, { headers }) } as unknown as FastifyRequest;
}

test("bodies are read up to a size, and those that break off are not an error of the server", async () => {
  assert.equal((await readBody(requestOf(["ab", "c"]), 3)).toString(), "abc");
  assert.equal((await readBody(requestOf([]), 3)).toString(), "");
  await assert.rejects(readBody(requestOf(["ab", "cd"]), 3), { status: 413 });
  await assert.rejects(readBody(requestOf(["ab", "cd"], "stalled"), 3), { status: 413 });
  await assert.rejects(readBody(requestOf(["a"], new Error("aborted")), 3), { status: 400 });
});

test("bodies are refused by their announced length, and when nothing more of them arrives", async () => {
  const announced = requestOf([], "stalled", { "content-length": "4" });
  await assert.rejects(readBody(announced, 3), { status: 413 });
  assert.equal(announced.raw.readableFlowing, null);
  await assert.rejects(readBody(requestOf(["a"], "stalled"), 3, 20), { status: 408 });
});
