import type { Coalescer } from "../platform/index.ts";
import type { StorageContext } from "../storage/index.ts";

/** What searching and indexing needs. */
export interface SearchContext extends StorageContext {
  /** Indexes a space once for all callers that wait for it. */
  readonly indexing: Coalescer<boolean>;
}
