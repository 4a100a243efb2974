/** A store of immutable objects. Their names are made of letters, digits, `-`, `_` and `/`. */
export interface ObjectStore {
  /** Where it is, without credentials: `s3://bucket/folder`. */
  readonly address: string;
  /** The origin of signed URLs. */
  readonly origin: string;
  /** Stores an object. It exists only when all of it is stored. Holds a few megabytes of it in memory. */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Begins to read a range. Undefined if there is no such object. */
  get(name: string, range: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** The size in bytes. Undefined if there is no such object. */
  size(name: string): Promise<number | undefined>;
  /** Removes objects. Those that do not exist are skipped. */
  removeMany(names: readonly string[]): Promise<void>;
  /** All objects whose names begin with this text. */
  list(start: string): AsyncIterable<StoredObject>;
  /** A URL at which anyone can read an object for an hour or more, with these headers. It stays the same for a quarter of an hour. */
  signedUrl(name: string, headers: SignedHeaders, now: number): Promise<string>;
}

/** The end is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
  readonly name: string;
  readonly size: number;
  readonly modifiedAt: string;
}

export interface SignedHeaders {
  readonly "content-type": string;
  readonly "content-disposition": string;
  readonly "cache-control": string;
}
