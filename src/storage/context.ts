import type { NodeCache } from "../content/nodes.ts";
import type { Clock } from "../platform/clock.ts";
import type { Turns } from "../platform/keyed-mutex.ts";
import type { Database } from "./database/database.ts";

/** What reading and changing stored content needs. */
export interface StorageContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly nodeCache: NodeCache;
  /** Serializes the changes of one head within this process. */
  readonly turns: Turns;
}
