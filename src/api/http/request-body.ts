import { once } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  badInput,
  ConcurrencyLimiter,
  finish,
  finishYielding,
  JsonLimitError,
  KeyedMutex,
  LecternError,
  parseJson,
  type Steps,
} from "../../platform/index.ts";
import { defaultBodyLimit } from "./operation.ts";

/** The maximum nesting of a body. In a document, each nested expandable adds four levels. */
const maxDepth = { flat: 64, deep: 192 } as const;
/** The maximum number of values in a body, which limits the time and memory to parse it. The largest document has fewer. */
const maxValues = 1_000_000;

/** Larger bodies are read only after access was granted, and are parsed one at a time. In bytes. */
const smallBodySize = 16 * 1024;

/** Whether the body of a request is larger than a small one, or may be. */
export function hasLargeBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > smallBodySize;
}

/** The requests with a body above the default limit that are read or handled by this process. */
const largeRequests = new ConcurrencyLimiter({
  names: ["large request", "large requests"],
  owner: "caller",
  concurrent: 16,
  perOwner: 4,
  queue: { length: 200, perOwner: 50, timeout: 60_000 },
  retryAfter: 5,
});

/** Waits until few enough other requests with such a large body are in progress. Until then the body is not read. */
export async function waitForLargeRequests(request: FastifyRequest, { raw }: FastifyReply): Promise<void> {
  const { "content-length": length = Number.POSITIVE_INFINITY } = request.headers;
  if (Number(length) <= defaultBodyLimit) return;
  const { socket } = request.raw;
  const closed = new AbortController();
  const close = () => {
    socket.off("close", close);
    closed.abort(new LecternError(499, "The client closed the connection"));
  };
  // With pipelined requests, a reply that has not begun does not emit `close` when the connection ends.
  for (const emitter of [raw, socket]) emitter.once("close", close);
  if (raw.destroyed || socket.destroyed) close();
  await new Promise<void>((resolve, reject) => {
    const untilClosed = async () => {
      resolve();
      if (!closed.signal.aborted) await once(closed.signal, "abort");
    };
    largeRequests.run(request.caller.userId, untilClosed, closed.signal).catch(reject);
  });
}

const parsing = new KeyedMutex();

/** Parses the body of a request. An empty body is undefined. */
export async function parseJsonBody(text: string, kind: keyof typeof maxDepth): Promise<unknown> {
  const steps = parseSteps(text, maxDepth[kind]);
  return text.length <= smallBodySize ? finish(steps) : parsing.run("", () => finishYielding(steps));
}

function* parseSteps(text: string, depth: number): Steps<unknown> {
  if (text.trim() === "") return undefined;
  const value = yield* parse(text, depth);
  // Only escapes can encode unstorable text, so most bodies need not be checked.
  if (/\\u(0000|d[89a-f])/i.test(text)) yield* checkText(value, "body");
  return value;
}

function* parse(text: string, depth: number): Steps<unknown> {
  try {
    return yield* parseJson(text, { depth, values: maxValues });
  } catch (error) {
    throw badInput("body", error instanceof JsonLimitError ? error.message : "is not valid JSON");
  }
}

/** Rejects null characters, which PostgreSQL cannot store, and lone surrogates. */
export function rejectUnstorableText(value: unknown): void {
  finish(checkText(value, "body"));
}

function* checkText(value: unknown, path: string): Steps<void> {
  if (typeof value === "string") return checkString(value, path);
  if (typeof value !== "object" || value === null) return;
  let count = 0;
  for (const key in value) {
    if (++count % 1000 === 0) yield;
    if (!Array.isArray(value)) checkString(key, path);
    const inner = (value as Record<string, unknown>)[key];
    if (typeof inner === "string") checkString(inner, path, key);
    else yield* checkText(inner, `${path}.${key}`);
  }
  yield;
}

function checkString(text: string, path: string, key?: string): void {
  const isStorable = !text.includes("\0") && text.isWellFormed();
  if (isStorable) return;
  const rule = text.isWellFormed()
    ? "must not contain the null character"
    : "must not contain a lone surrogate";
  throw badInput(key === undefined ? path : `${path}.${key}`, rule);
}
