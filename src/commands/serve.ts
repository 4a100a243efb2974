import cluster from "node:cluster";
import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config/index.ts";
import { createSignInLink } from "../identity/sessions/index.ts";
import { commandLine, errorMessage, FatalError, systemClock } from "../platform/index.ts";
import {
  checkFileStorage,
  createApp,
  type FirstRun,
  Heartbeat,
  openContext,
  openMigratedDatabase,
} from "../server/index.ts";
import { JobRunner } from "../server/jobs/index.ts";
import { type Database, isMigrated } from "../storage/database/index.ts";
import type { RunCommand } from "./command.ts";
import { runSampleProgram } from "./sample.ts";
import { endWorker, onReplaced, startWorkers } from "./workers.ts";

/** How long open requests may take after the signal to stop, in milliseconds. */
const stopTimeout = 10_000;

/**
 * How long a replaced worker keeps idle connections open, in milliseconds. If it closed them at once, a client that sends its next request
 * at that moment would see a reset connection.
 */
const drainTimeout = 10_000;

const noWorkers =
  "There are no workers to replace: set LECTERN_WORKERS to 2 or more, or stop the server and start it";

/** With several workers, this process is the primary of a cluster and serves no requests itself. */
export const serve: RunCommand = async (config) => {
  // From the beginning, since the signal would end the process. It may be sent to all processes of the server.
  process.on("SIGUSR2", () => {
    if (!cluster.isWorker && config.workers === 1) process.stderr.write(`${noWorkers}\n`);
  });
  if (cluster.isWorker) return serveRequests(config);
  const { database, firstRun } = await openMigratedDatabase(config);
  const warning = await checkFileStorage(config, database);
  if (warning !== undefined) process.stderr.write(`Warning: ${warning}\n`);
  // Before the server answers, so that the welcome is complete when it does.
  const sampleSite = firstRun && (await createSampleSite(config, firstRun));
  const signInLink = firstRun && (await createFirstSignInLink(config, database, firstRun));
  if (config.workers > 1) {
    await database.close();
    await startWorkers(config);
  } else {
    await serveRequests(config, database);
  }
  printWelcome(config, firstRun, { sampleSite, signInLink });
};

async function serveRequests(config: Config, database?: Database): Promise<void> {
  const context = await openContext(config, database);
  // A worker may run a newer version than the process that started it.
  if (cluster.isWorker && !(await isMigrated(context.database)))
    return endWorker("This version changes the database: stop the server and start it again");
  const app = await createApp(context);
  const jobs = new JobRunner(context);
  const heartbeat = new Heartbeat(context);
  let isStopping = false;
  let drained: Promise<unknown> | undefined;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    // Clients keep idle connections open.
    setInterval(() => app.server.closeIdleConnections(), 50);
    setTimeout(() => app.server.closeAllConnections(), stopTimeout);
    // The database may no longer respond.
    setTimeout(() => process.exit(0), 2 * stopTimeout);
    await drained;
    await app.close();
    await jobs.stop();
    await heartbeat.stop();
    await context.close();
    process.exit(0);
  };
  onReplaced(async () => {
    drained = closeGently(app.server);
    await Promise.race([Promise.all([drained, jobs.stop()]), sleep(drainTimeout)]);
    await stop();
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
  if (isStopping) return;
  jobs.start();
  heartbeat.start();
}

/**
 * Accepts no more connections, and asks clients with the next response on each connection to close it. Resolves when all are closed. The
 * method of `http.Server` would close idle connections at once.
 */
function closeGently(server: HttpServer): Promise<unknown> {
  server.prependListener("request", (_request, response) => response.setHeader("connection", "close"));
  const closed = once(server, "close");
  Server.prototype.close.call(server);
  return closed;
}

/** The URL of the sample site, or how to create it. The server runs without it. */
async function createSampleSite(config: Config, { organizationId }: FirstRun): Promise<string> {
  const command = `${commandLine} sample`;
  if (!config.sampleSite) return `${command}   (creates it)`;
  try {
    const site = await runSampleProgram({ config, organizationId, action: "create" });
    return site?.url ?? command;
  } catch (error) {
    return `could not be created (${errorMessage(error)}); try: ${command}`;
  }
}

function createFirstSignInLink(config: Config, database: Database, { adminId }: FirstRun): Promise<string> {
  return database.write((trx) => createSignInLink(trx, adminId, config, systemClock.now()));
}

function explainListenError(error: unknown, { host, port }: Config): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "EADDRINUSE")
    return `Port ${port} on ${host} is used by another program: stop it, or set LECTERN_PORT to a free port`;
  if (code === "EACCES")
    return `Port ${port} on ${host} may not be used by this user: set LECTERN_PORT to a port above 1023`;
  return `Cannot listen on ${host}:${port} (${errorMessage(error)}): check LECTERN_HOST and LECTERN_PORT`;
}

/** What the first start has created. */
interface FirstLinks {
  readonly sampleSite: string | undefined;
  readonly signInLink: string | undefined;
}

function printWelcome(config: Config, firstRun: FirstRun | undefined, links: FirstLinks): void {
  const { baseUrl, adminEmail } = config;
  const database = config.databaseUrl === undefined ? `SQLite in ${config.dataDir}` : "PostgreSQL";
  const token = firstRun?.generatedToken;
  const tokenForCurl = token ?? (firstRun === undefined ? "$LECTERN_TOKEN" : "$LECTERN_ADMIN_TOKEN");
  const lines = [
    "",
    "Lectern is running.",
    "",
    `  Address        ${baseUrl}`,
    `  API reference  ${baseUrl}/reference`,
    `  Data           ${database}`,
  ];
  const { sampleSite, signInLink } = links;
  if (sampleSite !== undefined) lines.push(`  Sample site    ${sampleSite}`);
  if (signInLink !== undefined)
    lines.push(`  Sign in        ${signInLink}   (for ${adminEmail}, once, within 15 minutes)`);
  if (token !== undefined)
    lines.push(
      `  Admin          ${adminEmail}`,
      `  Token          ${token}   (shown only this once: keep it)`,
    );
  lines.push("", "Try it:", "", `  curl -H "Authorization: Bearer ${tokenForCurl}" ${baseUrl}/v1/orgs`, "");
  if (firstRun === undefined)
    lines.push(
      `To sign in:        ${commandLine} user sign-in-link --email ${adminEmail}`,
      `To create a token: ${commandLine} token create --email ${adminEmail}`,
      "",
    );
  process.stdout.write(`${lines.join("\n")}\n`);
}
