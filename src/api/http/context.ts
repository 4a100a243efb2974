import type { Logger } from "pino";
import type { Counter, Histogram } from "prom-client";
import type { Config, Urls } from "../../config/index.ts";
import type { TokenUse } from "../../identity/tokens/index.ts";
import type { EventRecorder } from "../../insights/index.ts";
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
  /** Set for jobs: aborted when the server stops. */
  readonly stopping?: AbortSignal;
}

export interface Metrics {
  readonly requests: Histogram<"method" | "route" | "status">;
  readonly jobs: Counter<"kind" | "outcome">;
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>;
}

/** The entry points of the server's child processes. */
export interface ChildPrograms {
  readonly importer: URL;
  readonly pdfWriter: URL;
  readonly pdfPrinter: URL;
  readonly cardDrawer: URL;
}
