import type { NodeCache } from "../content/index.ts";
import type { Clock, KeyedMutex } from "../platform/index.ts";
import type { Database } from "./database/index.ts";

/** The dependencies of functions that read and change stored content. */
export interface StorageContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly nodeCache: NodeCache;
  /** Serializes the changes of one head within this process. */
  readonly headMutex: KeyedMutex;
}
