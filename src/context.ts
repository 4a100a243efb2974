import type { Logger } from "pino";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database/database.ts";
import { Cursors } from "./http/cursors.ts";
import { createUrls, type Urls } from "./http/urls.ts";
import type { Metrics } from "./metrics.ts";
import type { Secrets } from "./secrets.ts";
import { TokenUse } from "./tokens/token-use.ts";

/** The few long-lived things, built by hand and passed to whoever needs them. */
export interface Context {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly secrets: Secrets;
  readonly urls: Urls;
  readonly cursors: Cursors;
  readonly tokenUse: TokenUse;
}

export function createContext(
  parts: Pick<Context, "config" | "database" | "clock" | "log" | "metrics" | "secrets">,
): Context {
  return {
    ...parts,
    urls: createUrls(parts.config.baseUrl),
    cursors: new Cursors(parts.secrets.cursors),
    tokenUse: new TokenUse(parts.database),
  };
}
