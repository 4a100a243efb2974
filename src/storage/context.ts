import type { NodeCache } from "../content/index.ts";
import type { Clock, KeyedMutex } from "../platform/index.ts";
import type { Database } from "./database/index.ts";

/** What reading and changing stored content needs. */
export interface StorageContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly nodeCache: NodeCache;
  /** Serializes the changes of one head within this process. */
  readonly headMutex: KeyedMutex;
}
