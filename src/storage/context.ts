import type { NodeCache } from "../content/index.ts";
import type { KeyedMutex } from "../platform/index.ts";
import type { FileContext } from "./files/index.ts";

/** The dependencies of functions that read and change stored content. */
export interface StorageContext extends FileContext {
  readonly nodeCache: NodeCache;
  /** Serializes the changes of one head within this process. */
  readonly headMutex: KeyedMutex;
}
