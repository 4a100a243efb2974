import type { Logger } from "pino";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import { createNodeCache, type NodeCache } from "./content/nodes.ts";
import type { Database } from "./database/database.ts";
import { FileLinks } from "./files/file-links.ts";
import { Cursors } from "./http/cursors.ts";
import { createUrls, type Urls } from "./http/urls.ts";
import type { Metrics } from "./metrics.ts";
import type { Secrets } from "./secrets.ts";
import { TokenUse } from "./tokens/token-use.ts";
import { SharedTurns, Turns } from "./turns.ts";

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
  readonly fileLinks: FileLinks;
  /** Nodes of content that were read before. */
  readonly nodeCache: NodeCache;
  /** Whose turn it is to change a space. */
  readonly turns: Turns;
  /** Whose turn it is to bring the index up to a space, for all who search in it. */
  readonly indexing: SharedTurns<boolean>;
  /** Where jobs run: tells those that take long that the server stops. */
  readonly stopping?: AbortSignal;
}

/** How many characters of nodes are kept in memory. */
const nodeCacheSize = 32 * 1024 * 1024;

export function createContext(
  parts: Pick<Context, "config" | "database" | "clock" | "log" | "metrics" | "secrets">,
): Context {
  return {
    ...parts,
    urls: createUrls(parts.config.baseUrl),
    cursors: new Cursors(parts.secrets.cursors),
    tokenUse: new TokenUse(parts.database),
    fileLinks: new FileLinks(parts.secrets.files, parts.config.baseUrl),
    nodeCache: createNodeCache(nodeCacheSize),
    turns: new Turns(),
    indexing: new SharedTurns(),
  };
}
