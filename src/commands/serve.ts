import cluster from "node:cluster";
import { setFlagsFromString } from "node:v8";
import type { Config } from "../config/index.ts";
import { errorMessage, FatalError } from "../platform/index.ts";
import { createApp, openContext, openMigratedDatabase } from "../server/index.ts";
import type { JobRunner } from "../server/jobs/index.ts";
import type { Database } from "../storage/database/index.ts";
import { printWelcome } from "./welcome.ts";
import { endWorker, startWorkers } from "./workers.ts";

/** How long open requests may take after the signal to stop. */
const stopPatience = 10_000;

/** Serves until it is told to stop; with several workers, this process only looks after them. */
export async function serve(config: Config): Promise<void> {
  if (cluster.isWorker) return serveRequests(config);
  const { database, firstRun } = await openMigratedDatabase(config);
  if (config.workers > 1) {
    await database.close();
    await startWorkers(config);
  } else {
    await serveRequests(config, database);
  }
  printWelcome(config, firstRun);
}

async function serveRequests(config: Config, database?: Database): Promise<void> {
  const context = await openContext(config, database);
  const app = await createApp(context);
  let jobs: JobRunner | undefined;
  const stop = onceOnly(async () => {
    // A connection that has had its last answer is kept open by its client, not by us.
    setInterval(() => app.server.closeIdleConnections(), 50);
    // And neither a request that does not come to its end nor a database that is gone keeps the process from its own.
    setTimeout(() => app.server.closeAllConnections(), stopPatience);
    setTimeout(() => process.exit(0), 2 * stopPatience);
    await app.close();
    await jobs?.stop();
    await context.close();
    process.exit(0);
  });
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await context.close();
    const reason = explainListenError(error, config);
    if (cluster.isWorker) return endWorker(reason);
    throw new FatalError(reason);
  }
  // Nobody waits for it: it is loaded when the first answers can be given.
  const { JobRunner: Runner } = await import("../server/jobs/runner.ts");
  jobs = new Runner(context);
  jobs.start();
  // From now on as V8 has it; see bin/lectern.js.
  setFlagsFromString("--semi-space-growth-factor=2");
  // The heap is cleaned when it has doubled, not when it has grown fourfold: a third less memory, for one or two percent
  // of the requests.
  setFlagsFromString("--heap-growing-percent=100");
}

function explainListenError(error: unknown, { host, port }: Config): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "EADDRINUSE")
    return `Port ${port} on ${host} is taken by another program: stop it, or set LECTERN_PORT to a free port`;
  if (code === "EACCES")
    return `Port ${port} on ${host} may not be used by this user: set LECTERN_PORT to a port above 1023`;
  return `Cannot listen on ${host}:${port} (${errorMessage(error)}): check LECTERN_HOST and LECTERN_PORT`;
}

function onceOnly(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return () => {
    underWay ??= work();
    return underWay;
  };
}
