import type { ChildPrograms, Context } from "../api/http/index.ts";
import { type Config, createUrls } from "../config/index.ts";
import { createNodeCache } from "../content/index.ts";
import { TokenUse } from "../identity/tokens/index.ts";
import { EventRecorder } from "../insights/index.ts";
import { Coalescer, KeyedMutex, systemClock } from "../platform/index.ts";
import type { Database } from "../storage/database/index.ts";
import { FileLinks } from "../storage/files/index.ts";
import { openDatabase, readSecrets } from "../storage/index.ts";
import { openObjects } from "../storage/objects/index.ts";
import { createLogger } from "./logger.ts";
import { createMetrics } from "./metrics.ts";

/** The size limit of the node cache, in characters. */
const nodeCacheSize = 32 * 1024 * 1024;

const childPrograms: ChildPrograms = {
  importer: new URL("./child-processes/importer.ts", import.meta.url),
  exporter: new URL("./child-processes/exporter.ts", import.meta.url),
  pdfWriter: new URL("./child-processes/pdf-writer.ts", import.meta.url),
  pdfPrinter: new URL("./child-processes/pdf-printer.ts", import.meta.url),
  cardDrawer: new URL("./child-processes/card-drawer.ts", import.meta.url),
};

/** Builds the context of operations and jobs. The database must be migrated. */
export async function openContext(
  config: Config,
  opened?: Database,
): Promise<Context & { close(): Promise<void> }> {
  const database = opened ?? (await openDatabase(config));
  const secrets = await readSecrets(database.read);
  const log = createLogger(config.logLevel);
  const tokenUse = new TokenUse(database);
  const nodeCache = createNodeCache(nodeCacheSize);
  const metrics = createMetrics({ config, database, clock: systemClock, log, nodeCache });
  const events = new EventRecorder({ database, clock: systemClock, log, secrets });
  return {
    config,
    database,
    clock: systemClock,
    objects: openObjects(config),
    log,
    metrics,
    secrets,
    urls: createUrls(config.baseUrl),
    tokenUse,
    events,
    fileLinks: new FileLinks(secrets.files, config.baseUrl),
    nodeCache,
    headMutex: new KeyedMutex(),
    indexing: new Coalescer(),
    childPrograms,
    close: async () => {
      await events.flush().catch(() => {});
      await tokenUse
        .flush()
        .catch((error) => log.warn({ err: error }, "the last uses of tokens could not be stored"));
      await metrics.close();
      await database.close();
    },
  };
}
