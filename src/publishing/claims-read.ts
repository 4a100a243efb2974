import { LRUCache } from "lru-cache";
import type { Claims } from "./conditions.ts";

/** The path of a claim, such as `["unsigned", "plan"]`. */
type ClaimPath = readonly string[];

/** The claims of a visitor as an object that records which of them are read. */
export interface RecordedClaims {
  readonly claims: Claims;
  /** The paths that were read. */
  paths(): ClaimPath[];
}

export function recordClaims(claims: Claims): RecordedClaims {
  const read = new Map<string, ClaimPath>();
  return { claims: recorder(claims, [], read), paths: () => [...read.values()] };
}

function recorder<T extends object>(target: T, parent: ClaimPath, read: Map<string, ClaimPath>): T {
  // The same member is always the same object, since conditions compare objects by identity.
  const members = new Map<string, object>();
  const record = (name: string | symbol) => {
    const path = [...parent, String(name)];
    read.set(JSON.stringify(path), path);
    return path;
  };
  return new Proxy(target, {
    get(object, name) {
      const path = record(name);
      const value: unknown = Reflect.get(object, name);
      if (!isNested(value)) return value;
      return members.getOrInsertComputed(String(name), () => recorder(value, path, read));
    },
    has: (object, name) => record(name) && Reflect.has(object, name),
    getOwnPropertyDescriptor: (object, name) =>
      record(name) && Reflect.getOwnPropertyDescriptor(object, name),
    ownKeys(object) {
      record(allNames);
      return Reflect.ownKeys(object);
    },
  });
}

/** The last part of a path whose object was asked for its names. */
const allNames = "\0names";

/** Whether the members of a value are recorded one by one. An array is recorded as a whole. */
function isNested(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The number of sets of claims that are kept: they differ if conditions read others depending on the result of the first. */
const maxPathSets = 8;

/**
 * Keys for values that depend on some claims of a visitor. Visitors whose claims agree in those that were read get the
 * same key, whatever their other claims are.
 */
export class ClaimKeys {
  #pathSets: (readonly ClaimPath[])[] = [];

  /** The keys that a value for this visitor may have. */
  *keysFor(claims: Claims): Generator<string> {
    for (const paths of this.#pathSets) yield keyOf(claims, paths);
  }

  /** The key of a value that was computed from these claims. */
  add(claims: Claims, paths: readonly ClaimPath[]): string {
    const text = JSON.stringify(paths);
    if (!this.#pathSets.some((known) => JSON.stringify(known) === text))
      this.#pathSets = [paths, ...this.#pathSets].slice(0, maxPathSets);
    return keyOf(claims, paths);
  }
}

function keyOf(claims: Claims, paths: readonly ClaimPath[]): string {
  if (paths.length === 0) return "";
  return JSON.stringify(paths.map((path) => [path, valueAt(claims, path)]));
}

/** The value at a path. Of an object only its existence counts: its members have paths of their own. */
function valueAt(claims: Claims, path: ClaimPath): unknown {
  let value: unknown = claims;
  for (const name of path) {
    if (name === allNames) return isNested(value) ? Object.keys(value).sort() : [];
    value = isNested(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  if (isNested(value)) return {};
  return value === undefined ? [] : [value];
}

/** The number of results for one object that are kept. */
const maxResults = 100;

/** Memoizes a function of an object and of claims, by the identity of the object and by the claims that it reads. */
export function memoizeByClaims<Source extends object, Result>(
  compute: (source: Source, claims: Claims) => Result,
): (source: Source, claims: Claims) => Result {
  const known = new WeakMap<Source, { keys: ClaimKeys; results: LRUCache<string, { value: Result }> }>();
  return (source, claims) => {
    const { keys, results } = known.getOrInsertComputed(source, () => ({
      keys: new ClaimKeys(),
      results: new LRUCache({ max: maxResults }),
    }));
    for (const key of keys.keysFor(claims)) {
      const result = results.get(key);
      if (result !== undefined) return result.value;
    }
    const recorded = recordClaims(claims);
    const value = compute(source, recorded.claims);
    results.set(keys.add(claims, recorded.paths()), { value });
    return value;
  };
}
