import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** Where nodes are kept; the engine knows no more of the database than this. */
export interface NodeSource {
  /** The texts of these nodes. All of them must exist. */
  load(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** 162 bits of SHA-256: enough that nobody finds two texts with one hash. */
export const hashLength = 27;

export function hashOf(data: string | Uint8Array): string {
  return hash("sha256", data, "base64url").slice(0, hashLength);
}

/** A node never changes, so what was read once is right for ever, in every process. */
export type NodeCache = LRUCache<string, object>;

/** What is being found for a cache. */
const pendingByCache = new WeakMap<NodeCache, Map<string, Promise<object>>>();

export function createNodeCache(maxSize: number): NodeCache {
  return new LRUCache({ maxSize });
}

/**
 * The nodes of one repository, for one piece of work: reads those that exist, and holds new ones until they are
 * saved together with the revision that needs them.
 */
export class Nodes {
  readonly #source: NodeSource;
  readonly #cache: NodeCache;
  readonly #staged = new Map<string, { readonly text: string; readonly node: object }>();

  constructor(source: NodeSource, cache: NodeCache) {
    this.#source = source;
    this.#cache = cache;
  }

  async read<T extends object>(hash: string): Promise<T> {
    const known = this.#known(hash);
    if (known !== undefined) return known as T;
    const [node] = await this.readAll<T>([hash]);
    if (node === undefined) throw new Error(`node ${hash} is missing`);
    return node;
  }

  /** Like `read`, for a hash that someone names: it may be of no node here. What others hold is in the cache too. */
  async find<T extends object>(hash: string): Promise<T | undefined> {
    const text = hash.length === hashLength ? (await this.#source.load([hash])).get(hash) : undefined;
    return text === undefined ? undefined : (this.#parse(hash, text) as T);
  }

  /** Several at once, in their order, with one question to the source. */
  async readAll<T extends object>(hashes: readonly string[]): Promise<T[]> {
    const found = new Map<string, object>();
    const missing: string[] = [];
    for (const hash of hashes) {
      const known = this.#known(hash);
      if (known === undefined) missing.push(hash);
      else found.set(hash, known);
    }
    if (missing.length > 0) {
      for (const [hash, text] of await this.#source.load(missing)) found.set(hash, this.#parse(hash, text));
    }
    return hashes.map((hash) => {
      const node = found.get(hash);
      if (node === undefined) throw new Error(`node ${hash} is missing`);
      return node as T;
    });
  }

  /** Stages a node and gives its hash. The same node has the same hash, so it must always be built alike. */
  write(node: object): string {
    const text = JSON.stringify(node);
    const hash = hashOf(text);
    if (!this.#staged.has(hash)) this.#staged.set(hash, { text, node });
    return hash;
  }

  /** What is found from a node alone, found once: like the node itself it never changes. */
  derive<N extends object, T extends object>(
    kind: string,
    hash: string,
    find: (node: N) => Promise<{ readonly value: T; readonly size: number }>,
  ): Promise<T> {
    return this.memoize(`${kind} ${hash}`, async () => find(await this.read<N>(hash)));
  }

  /** What never changes, found once. The key must name all that it is found from. */
  async memoize<T extends object>(
    key: string,
    find: () => Promise<{ readonly value: T; readonly size: number }>,
  ): Promise<T> {
    const known = this.getCached<T>(key);
    if (known !== undefined) return known;
    const pending = pendingByCache.getOrInsertComputed(this.#cache, () => new Map());
    // Those who want it at the same time wait for the first.
    return pending.getOrInsertComputed(key, () =>
      find()
        .then(({ value, size }) => this.setCached(key, value, size))
        .finally(() => pending.delete(key)),
    ) as Promise<T>;
  }

  /** What was kept under this key, if it is still there. */
  getCached<T extends object>(key: string): T | undefined {
    return this.#cache.get(key) as T | undefined;
  }

  setCached<T extends object>(key: string, value: T, size: number): T {
    this.#cache.set(key, value, { size });
    return value;
  }

  /** The text of a staged node; undefined for one that is saved already. */
  stagedText(hash: string): string | undefined {
    return this.#staged.get(hash)?.text;
  }

  /** Forgets all staged nodes but these. */
  dropStagedExcept(hashes: ReadonlyMap<string, unknown>): void {
    for (const hash of this.#staged.keys()) if (!hashes.has(hash)) this.#staged.delete(hash);
  }

  /** To be called when the staged nodes have been saved: from now on others may read them. */
  cacheStaged(hashes: Iterable<string>): void {
    for (const hash of hashes) {
      const staged = this.#staged.get(hash);
      if (staged !== undefined) this.#cache.set(hash, staged.node, { size: staged.text.length });
    }
  }

  #parse(hash: string, text: string): object {
    return this.setCached(hash, JSON.parse(text) as object, text.length);
  }

  #known(hash: string): object | undefined {
    return this.#staged.get(hash)?.node ?? this.#cache.get(hash);
  }
}

/** Nodes that exist nowhere yet. */
export function inMemoryNodes(): Nodes {
  return new Nodes({ load: async () => new Map() }, createNodeCache(1));
}
