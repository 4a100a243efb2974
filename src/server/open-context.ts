import type { Context } from "../api/http/index.ts";
import { type Config, createUrls } from "../config/index.ts";
import { createNodeCache } from "../content/index.ts";
import { TokenUse } from "../identity/tokens/index.ts";
import { Coalescer, KeyedMutex, systemClock } from "../platform/index.ts";
import type { Database } from "../storage/database/index.ts";
import { FileLinks } from "../storage/files/index.ts";
import { openDatabase, readSecrets } from "../storage/index.ts";
import { childPrograms } from "./child-programs.ts";
import { createLogger } from "./logger.ts";
import { createMetrics } from "./metrics.ts";

/** How many characters of nodes are kept in memory. */
const nodeCacheSize = 32 * 1024 * 1024;

/** Everything an operation or a job needs, on a database that is up to date. */
export async function openContext(
  config: Config,
  opened?: Database,
): Promise<Context & { close(): Promise<void> }> {
  const database = opened ?? (await openDatabase(config));
  const secrets = await readSecrets(database.read);
  const context: Context = {
    config,
    database,
    clock: systemClock,
    log: createLogger(config.logLevel),
    metrics: createMetrics(config),
    secrets,
    urls: createUrls(config.baseUrl),
    tokenUse: new TokenUse(database),
    fileLinks: new FileLinks(secrets.files, config.baseUrl),
    nodeCache: createNodeCache(nodeCacheSize),
    headMutex: new KeyedMutex(),
    indexing: new Coalescer(),
    childPrograms,
  };
  return { ...context, close: () => closeContext(context) };
}

async function closeContext(context: Context): Promise<void> {
  await context.tokenUse
    .flush()
    .catch((error) => context.log.warn({ err: error }, "the last uses of tokens are lost"));
  await context.database.close();
}
