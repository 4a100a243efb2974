import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { AuthenticatedToken } from "./authenticate.ts";
import type { Context } from "./context.ts";
import { nextBatch } from "./next-batch.ts";

/** The limits for all bodies and for a single one, in characters. Callers share equal bodies. */
const [maxBodies, maxBody] = [16 * 1024 * 1024, 256 * 1024];
/** The numbers of replies and of requests without a reply that are remembered, and the longest URL of these. */
const [maxReplies, maxSeen, maxUrl] = [10_000, 10_000, 500];
/** How long a reply is repeated, in milliseconds: what is in the trash too long may be listed for as long. */
const maxAge = 60_000;
/** The headers that operations set. All others are set for each request, or by Fastify. */
const keptHeaders = ["content-type", "cache-control", "etag"];

interface KeptReply {
  /** Of the database, before the reply was made. */
  readonly version: string;
  readonly until: number;
  readonly authenticated: AuthenticatedToken;
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>;
  readonly bodyHash: string;
}

/** A request whose reply is kept, or was kept. */
interface RepeatedRequest {
  readonly key: string;
  /** Of the database, before anything was read for this request: the token, for example. */
  readonly version: string;
  /** The reply to an equal request, if the database has not changed since. */
  readonly known?: KeptReply & { readonly body: string };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether equal requests get the same reply while the database does not change. */
    isRepeatable?: boolean;
  }
  interface FastifyRequest {
    repeated?: RepeatedRequest;
    authenticated: AuthenticatedToken;
  }
}

/**
 * Replies of operations that are marked as repeatable, by the caller's credential and the URL. They are sent again while the
 * version of the database stays the same, so no change has to be reported to this cache. Only what is requested a second time is kept.
 */
export class KeptReplies {
  readonly #context: Context;
  readonly #seen = new LRUCache<string, true>({ max: maxSeen });
  readonly #replies = new LRUCache<string, KeptReply>({ max: maxReplies });
  readonly #bodies = new LRUCache<string, string>({
    max: maxReplies,
    maxSize: maxBodies,
    sizeCalculation: ({ length }) => length + 1,
  });

  constructor(context: Context) {
    this.#context = context;
  }

  /** Finds the reply to a request whose token has this hash. Returns undefined if it is not going to be kept. */
  async find(request: FastifyRequest, tokenHash: string): Promise<RepeatedRequest | undefined> {
    const { method, url, headers, routeOptions } = request;
    if (routeOptions.config.isRepeatable !== true || method !== "GET" || url.length > maxUrl)
      return undefined;
    if (headers["if-none-match"] !== undefined) return undefined;
    const { database, clock, metrics } = this.#context;
    const { replyCache } = metrics;
    const key = `${tokenHash} ${url}`;
    const kept = this.#replies.get(key);
    if (kept === undefined && !this.#seen.has(key)) {
      this.#seen.set(key, true);
      replyCache.misses += 1;
      return undefined;
    }
    const version = await database.readVersion();
    const body = kept && this.#bodies.get(kept.bodyHash);
    if (body === undefined || kept?.version !== version || kept.until <= clock.time()) {
      replyCache.misses += 1;
      return { key, version };
    }
    replyCache.hits += 1;
    return { key, version, known: { ...kept, body } };
  }

  keep({ repeated, authenticated }: FastifyRequest, reply: FastifyReply, body: string): void {
    if (repeated === undefined || repeated.known || body.length > maxBody) return;
    const { key, version } = repeated;
    const bodyHash = hash("sha256", body, "base64url");
    if (!this.#bodies.has(bodyHash)) this.#bodies.set(bodyHash, body);
    const set = keptHeaders.filter((name) => reply.hasHeader(name));
    const headers = Object.fromEntries(set.map((name) => [name, reply.getHeader(name)]));
    const until = Math.min(this.#context.clock.time() + maxAge, authenticated.expires);
    this.#replies.set(key, { version, until, authenticated, headers, bodyHash });
  }
}

/** Sends kept replies, and keeps others. To be called after all hooks that may refuse a request. */
export function repeatReplies(api: FastifyInstance, replies: KeptReplies): void {
  api.addHook("onRequest", (request, reply, done) => {
    const known = request.repeated?.known;
    if (known === undefined) return done();
    void nextBatch().then(() => reply.headers(known.headers).send(known.body));
  });
  api.addHook("onSend", (request, reply, payload, done) => {
    if (reply.statusCode === 200 && typeof payload === "string") replies.keep(request, reply, payload);
    done();
  });
}
