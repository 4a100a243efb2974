import type { Logger } from "pino";
import type { Config } from "../../config/config.ts";
import type { Urls } from "../../config/urls.ts";
import type { TokenUse } from "../../identity/tokens/token-use.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { SearchContext } from "../../search/context.ts";
import type { FileLinks } from "../../storage/files/file-links.ts";
import type { Secrets } from "../../storage/secrets.ts";

/** The long-lived objects that every operation and job is given. The server builds them once. */
export interface Context extends SearchContext {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly secrets: Secrets;
  readonly urls: Urls;
  readonly tokenUse: TokenUse;
  readonly fileLinks: FileLinks;
  readonly childPrograms: ChildPrograms;
  /** Set where jobs run: aborted when the server stops. */
  readonly stopping?: AbortSignal;
}

/** The entry points of the server's child processes. */
export interface ChildPrograms {
  readonly importer: URL;
  readonly pdfWriter: URL;
  readonly pdfPrinter: URL;
}
