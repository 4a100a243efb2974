import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { EventLoopYielder } from "../../platform/index.ts";

/** Loads the texts of stored nodes by hash. Unknown hashes are absent from the result. */
export interface NodeSource {
  load(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** 162 bits of SHA-256, in base64url. */
export const hashLength = 27;

export function hashOf(data: string | Uint8Array): string {
  return hash("sha256", data, "base64url").slice(0, hashLength);
}

/** Nodes and values derived from them, by key. Nodes are immutable, so entries never go stale. */
export class NodeCache extends LRUCache<string, object> {
  hits = 0;
  misses = 0;

  override get(key: string): object | undefined {
    const value = super.get(key);
    if (value === undefined) this.misses += 1;
    else this.hits += 1;
    return value;
  }
}

export function createNodeCache(maxSize: number): NodeCache {
  return new NodeCache({ maxSize });
}

/** A node is not stored, or not any more: contents that no revision has are removed. */
export class MissingNodeError extends Error {
  constructor(hash: string) {
    super(`node ${hash} is missing`);
  }
}

/** The maximum number of nodes that are read in one call of the source. */
const nodesPerCall = 256;

/** The pending computations of each cache. */
const pendingByCache = new WeakMap<NodeCache, Map<string, Promise<object>>>();

/** Reads the nodes of one repository, and stages new ones until they are saved with the revision that needs them. */
export class Nodes {
  readonly #source: NodeSource;
  readonly #cache: NodeCache;
  readonly #staged = new Map<string, { readonly text: string; readonly node: object }>();

  constructor(source: NodeSource, cache: NodeCache) {
    this.#source = source;
    this.#cache = cache;
  }

  async read<T extends object>(hash: string): Promise<T> {
    const node = this.#find(hash) ?? (await this.readAll([hash]))[0];
    return node as T;
  }

  /** Like `read`, for a node that is needed once. */
  async readUncached<T extends object>(hash: string): Promise<T> {
    const known = this.#find(hash);
    if (known !== undefined) return known as T;
    const text = (await this.#source.load([hash])).get(hash);
    if (text === undefined) throw new MissingNodeError(hash);
    return JSON.parse(text) as T;
  }

  /** Like `read`, for a hash from a client. Bypasses the cache, which is shared between repositories. */
  async find<T extends object>(hash: string): Promise<T | undefined> {
    const text = hash.length === hashLength ? (await this.#source.load([hash])).get(hash) : undefined;
    return text === undefined ? undefined : (this.#parse(hash, text) as T);
  }

  /**
   * Reads several nodes, in the order of their hashes. Few are read in one call of the source; while many are read, other requests run.
   * They replace at most half of the cache: a scan of a large space would push out everything else, and find nothing of its own the next time.
   */
  async readAll<T extends object>(hashes: readonly string[]): Promise<T[]> {
    const nodes = new Map(hashes.map((hash) => [hash, this.#find(hash)]));
    const missing = hashes.filter((hash) => nodes.get(hash) === undefined);
    const yielder = new EventLoopYielder();
    let cacheable = this.#cache.maxSize / 2 - (missing.length > nodesPerCall ? this.#cachedSize(hashes) : 0);
    for (let i = 0; i < missing.length; i += nodesPerCall) {
      if (i > 0) await yielder.yieldIfDue();
      const texts = await this.#source.load(missing.slice(i, i + nodesPerCall));
      for (const [hash, text] of texts) {
        cacheable -= text.length;
        nodes.set(hash, cacheable >= 0 ? this.#parse(hash, text) : (JSON.parse(text) as object));
      }
    }
    return hashes.map((hash) => {
      const node = nodes.get(hash);
      if (node === undefined) throw new MissingNodeError(hash);
      return node as T;
    });
  }

  #cachedSize(hashes: readonly string[]): number {
    return hashes.reduce((sum, hash) => sum + (this.#cache.info(hash)?.size ?? 0), 0);
  }

  /** Stages a node and returns its hash. Equal nodes must be built with their keys in the same order. */
  write(node: object): string {
    const text = JSON.stringify(node);
    const hash = hashOf(text);
    if (!this.#staged.has(hash)) this.#staged.set(hash, { text, node });
    return hash;
  }

  /** Computes a value from a node once and caches it. */
  derive<N extends object, T extends object>(
    kind: string,
    hash: string,
    compute: (node: N) => Promise<{ readonly value: T; readonly size: number }>,
  ): Promise<T> {
    return this.memoize(`${kind} ${hash}`, async () => compute(await this.read<N>(hash)));
  }

  /** Computes a value once and caches it. The key must identify everything the value is computed from. */
  async memoize<T extends object>(
    key: string,
    compute: () => Promise<{ readonly value: T; readonly size: number }>,
  ): Promise<T> {
    const cached = this.getCached<T>(key);
    if (cached !== undefined) return cached;
    return this.share(key, async () => {
      const { value, size } = await compute();
      return this.setCached(key, value, size);
    });
  }

  /** Concurrent callers with the same key share one computation. */
  share<T extends object>(key: string, compute: () => Promise<T>): Promise<T> {
    const pending = pendingByCache.getOrInsertComputed(this.#cache, () => new Map());
    return pending.getOrInsertComputed(key, () => compute().finally(() => pending.delete(key))) as Promise<T>;
  }

  getCached<T extends object>(key: string): T | undefined {
    return this.#cache.get(key) as T | undefined;
  }

  setCached<T extends object>(key: string, value: T, size: number): T {
    // The cache refuses a size of 0, such as that of an empty list.
    this.#cache.set(key, value, { size: Math.max(size, 1) });
    return value;
  }

  dropCached(key: string): void {
    this.#cache.delete(key);
  }

  /** The text of a staged node; undefined for a saved one. */
  stagedText(hash: string): string | undefined {
    return this.#staged.get(hash)?.text;
  }

  dropStagedExcept(hashes: ReadonlyMap<string, unknown>): void {
    for (const hash of this.#staged.keys()) if (!hashes.has(hash)) this.#staged.delete(hash);
  }

  /** Adds staged nodes to the shared cache. Call it after they have been saved. */
  cacheStaged(hashes: Iterable<string>): void {
    for (const hash of hashes) {
      const staged = this.#staged.get(hash);
      if (staged !== undefined) this.setCached(hash, staged.node, staged.text.length);
    }
  }

  #parse(hash: string, text: string): object {
    return this.setCached(hash, JSON.parse(text) as object, text.length);
  }

  #find(hash: string): object | undefined {
    return this.#staged.get(hash)?.node ?? this.#cache.get(hash);
  }
}

/** Nodes without storage. */
export function inMemoryNodes(): Nodes {
  return new Nodes({ load: async () => new Map() }, createNodeCache(1));
}
