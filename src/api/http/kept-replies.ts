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

interface SharedReply {
  /** Of the database, before the reply was made. */
  readonly version: string;
  readonly until: number;
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>;
  readonly bodyHash: string;
}

/** A reply that was made for the caller with this token. */
interface KeptReply extends SharedReply {
  readonly authenticated: AuthenticatedToken;
}

type WithBody<Reply> = Reply & { readonly body: string };

/** A request whose reply is kept, or was kept. */
interface RepeatedRequest {
  readonly key: string;
  /** Of the database, before anything was read for this request: the token, for example. */
  readonly version: string;
  /** The reply to an equal request, if the database has not changed since. */
  readonly known?: WithBody<KeptReply>;
  /** Whether this caller has not requested it before. */
  readonly isNew: boolean;
  /** Set by `findShared`: the key of the reply for all of the same kind, and that reply if it is known. */
  shared?: {
    readonly key: string;
    readonly known: WithBody<SharedReply> | undefined;
    readonly isNew: boolean;
  };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether equal requests get the same reply while the database does not change. */
    isRepeatable?: boolean;
    /** Whether different callers may share a reply. */
    isShared?: boolean;
  }
  interface FastifyRequest {
    repeated?: RepeatedRequest;
    authenticated: AuthenticatedToken;
  }
}

/**
 * Replies of operations that are marked as repeatable, by the caller's credential and the URL. They are sent again while the
 * version of the database stays the same, so no change has to be reported to this cache. Only what is requested a second time is kept. Some
 * are the same for many callers, who share them once they are known to have access.
 */
export class KeptReplies {
  readonly #context: Context;
  readonly #seen = new LRUCache<string, true>({ max: maxSeen });
  readonly #replies = new LRUCache<string, KeptReply>({ max: maxReplies });
  readonly #shared = new LRUCache<string, SharedReply>({ max: maxReplies });
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
    const isShared = routeOptions.config.isShared === true;
    const key = `${tokenHash} ${url}`;
    const kept = this.#replies.get(key);
    const isNew = kept === undefined && !this.#wasSeen(key);
    if (isNew && !isShared) {
      this.#count(false);
      return undefined;
    }
    const version = await this.#context.database.readVersion();
    const known = this.#withBody(kept, version);
    if (known !== undefined || !isShared) this.#count(known !== undefined);
    return { key, version, isNew, ...(known && { known }) };
  }

  /**
   * Finds the reply that was made for another caller of the same kind. Without a kind, nobody else gets the same one. To be called when this
   * caller is known to have access. The version is read again, since a later change may have given them access.
   */
  async findShared(
    { url }: FastifyRequest,
    repeated: RepeatedRequest,
    kind: string | undefined,
  ): Promise<WithBody<SharedReply> | undefined> {
    if (kind === undefined) {
      this.#count(false);
      return undefined;
    }
    const key = `${kind} ${url}`;
    const found = this.#withBody(this.#shared.get(key), repeated.version);
    const known = found && (await this.#isCurrent(found)) ? found : undefined;
    repeated.shared = { key, known, isNew: !this.#wasSeen(key) };
    this.#count(known !== undefined);
    return known;
  }

  async #isCurrent({ version }: SharedReply): Promise<boolean> {
    return (await this.#context.database.readVersion()) === version;
  }

  /** Whether there was an earlier request with this key. Remembers this one. */
  #wasSeen(key: string): boolean {
    if (this.#seen.has(key)) return true;
    this.#seen.set(key, true);
    return false;
  }

  #count(isHit: boolean): void {
    this.#context.metrics.replyCache[isHit ? "hits" : "misses"] += 1;
  }

  #withBody<Reply extends SharedReply>(
    kept: Reply | undefined,
    version: string,
  ): WithBody<Reply> | undefined {
    if (kept?.version !== version || kept.until <= this.#context.clock.time()) return undefined;
    const body = this.#bodies.get(kept.bodyHash);
    return body === undefined ? undefined : { ...kept, body };
  }

  keep({ repeated, authenticated }: FastifyRequest, reply: FastifyReply, body: string): void {
    if (repeated === undefined || repeated.known || body.length > maxBody) return;
    const { key, version, shared } = repeated;
    if (repeated.isNew && shared?.isNew !== false) return;
    const bodyHash = shared?.known?.bodyHash ?? hash("sha256", body, "base64url");
    if (!this.#bodies.has(bodyHash)) this.#bodies.set(bodyHash, body);
    const set = keptHeaders.filter((name) => reply.hasHeader(name));
    const headers = Object.fromEntries(set.map((name) => [name, reply.getHeader(name)]));
    const made = shared?.known?.until ?? this.#context.clock.time() + maxAge;
    const until = Math.min(made, authenticated.expires);
    this.#replies.set(key, { version, until, authenticated, headers, bodyHash });
    if (shared !== undefined && shared.known === undefined)
      this.#share(shared.key, {
        version,
        until: made,
        headers: { "content-type": reply.getHeader("content-type") },
        bodyHash,
      }).catch(() => {});
  }

  /** Keeps a reply for others, if it shows the database as it was before: the caller may have changed something in the meantime. */
  async #share(key: string, reply: SharedReply): Promise<void> {
    if (await this.#isCurrent(reply)) this.#shared.set(key, reply);
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
