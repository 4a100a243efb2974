import type { Logger } from "pino";
import type { Counter, Histogram } from "prom-client";
import type { Config, Urls } from "../../config/index.ts";
import type { TokenUse } from "../../identity/tokens/index.ts";
import type { EventRecorder } from "../../insights/index.ts";
import type { RecentCounter } from "../../platform/index.ts";
import type { SearchContext } from "../../search/index.ts";
import type { FileLinks } from "../../storage/files/index.ts";
import type { Secrets } from "../../storage/index.ts";

/** The long-lived objects that every operation and job receives. The server builds them once. */
export interface Context extends SearchContext {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly secrets: Secrets;
  readonly urls: Urls;
  readonly tokenUse: TokenUse;
  readonly fileLinks: FileLinks;
  readonly events: EventRecorder;
  readonly childPrograms: ChildPrograms;
  /** Set for jobs: aborted when the server stops, or when the job is not held any more. */
  readonly stopping?: AbortSignal;
}

const recentContexts = new WeakMap<Context, Context>();

/** A context for reading what is published, in a state that may be a second old. */
export async function recentContext(context: Context): Promise<Context> {
  const reads = await context.database.recent.choose();
  if (reads.read === context.database.read) return context;
  return recentContexts.getOrInsertComputed(context, () => ({
    ...context,
    database: { ...context.database, ...reads },
  }));
}

export interface Metrics {
  readonly requests: Histogram<"method" | "route" | "status">;
  /** The requests of the last hour with status 429. */
  readonly refused: RecentCounter;
  readonly jobs: Counter<"kind" | "outcome">;
  readonly jobDurations: Histogram<"kind">;
  /** Rendered pages of sites. */
  readonly pageCache: CacheUse;
  /** Replies of the API that are sent again. */
  readonly replyCache: CacheUse;
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>;
  /** Leaves the counts of this process in those of the server. */
  close(): Promise<void>;
}

/** How often a value was found in a cache. */
export interface CacheUse {
  hits: number;
  misses: number;
}

/** The entry points of the server's child processes. */
export interface ChildPrograms {
  readonly importer: URL;
  readonly exporter: URL;
  readonly pdfWriter: URL;
  readonly pdfPrinter: URL;
  readonly cardDrawer: URL;
}
