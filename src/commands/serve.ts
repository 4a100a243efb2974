import cluster from "node:cluster";
import { createApp } from "../app.ts";
import { openPrepared } from "../bootstrap.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import { JobRunner } from "../jobs/runner.ts";
import { openContext, reasonOf, StartError } from "../open-context.ts";
import { printWelcome } from "./welcome.ts";

/** How long open requests may take after the signal to stop. */
const stopPatience = 10_000;

/** Serves until it is told to stop; with several workers, this process only looks after them. */
export async function serve(config: Config): Promise<void> {
  if (cluster.isWorker) return serveRequests(config);
  const { database, firstStart } = await openPrepared(config);
  if (config.workers > 1) {
    await database.close();
    await startWorkers(config.workers);
  } else {
    await serveRequests(config, database);
  }
  printWelcome(config, firstStart);
}

async function serveRequests(config: Config, database?: Database): Promise<void> {
  const context = await openContext(config, database);
  const app = await createApp(context);
  const jobs = new JobRunner(context);
  const stop = onceOnly(async () => {
    // A connection that has had its last answer is kept open by its client, not by us.
    setInterval(() => app.server.closeIdleConnections(), 50);
    // And a request that does not come to its end must not keep the process from its own.
    setTimeout(() => app.server.closeAllConnections(), stopPatience);
    await app.close();
    await jobs.stop();
    await context.close();
    process.exit(0);
  });
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await context.close();
    throw new StartError(explainListenError(error, config));
  }
  jobs.start();
}

function explainListenError(error: unknown, { host, port }: Config): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "EADDRINUSE")
    return `Port ${port} on ${host} is taken by another program: stop it, or set LECTERN_PORT to a free port`;
  if (code === "EACCES")
    return `Port ${port} on ${host} may not be used by this user: set LECTERN_PORT to a port above 1023`;
  return `Cannot listen on ${host}:${port} (${reasonOf(error)}): check LECTERN_HOST and LECTERN_PORT`;
}

/** Starts the workers, replaces one that dies, and stops them all when this process is told to stop. */
async function startWorkers(count: number): Promise<void> {
  let stopping = false;
  const stop = onceOnly(async () => {
    stopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM");
  });
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  const listening = Array.from({ length: count }, () => {
    const worker = cluster.fork();
    return new Promise<void>((resolve, reject) => {
      worker.once("listening", () => resolve());
      worker.once("exit", () => reject(new StartError("A worker could not start; what it said is above")));
    });
  });
  await Promise.all(listening).catch(async (error) => {
    await stop();
    throw error;
  });
  cluster.on("exit", (worker) => {
    if (stopping) return;
    process.stderr.write(`Worker ${worker.process.pid} ended unexpectedly; another takes its place\n`);
    cluster.fork();
  });
}

function onceOnly(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return () => {
    underWay ??= work();
    return underWay;
  };
}
