import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createTestDatabase, type DatabaseKind } from "../support/databases.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { findLosses } from "./check.ts";
import { type Size, seedInstallation } from "./installation.ts";
import { MemoryRecord } from "./memory-record.ts";
import type { LoadRecord } from "./record.ts";
import type { LoadPlan } from "./send-load.ts";

export interface LoadOptions {
  readonly database: DatabaseKind;
  /** Of each server. */
  readonly workers: number;
  readonly servers: number;
  readonly clients: number;
  readonly seconds: number;
  readonly seed: number;
  readonly size: Size;
}

export interface LoadResult {
  readonly record: LoadRecord;
  /** The most that one process of a server took, in MB. */
  readonly memory: number;
  /** Everything that is wrong. */
  readonly objections: readonly string[];
}

/** From so many seconds on, it can be seen whether memory grows without end. */
const longRun = 45;

/** Puts servers with an installation of their own under load, and looks afterwards whether anything was lost. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const database = await createTestDatabase(options.database);
  try {
    const environment = {
      ...database.environment,
      LECTERN_BASE_URL: "http://lectern.test",
      // Counted, as it is by default, and never reached.
      LECTERN_RATE_LIMIT: "1000000000",
      LECTERN_WORKERS: String(options.workers),
      LECTERN_LOG_LEVEL: "error",
    };
    const installation = await seedInstallation(environment, options.size);
    const servers = await Promise.all(
      Array.from({ length: options.servers }, () => startServer(environment)),
    );
    const memory = new MemoryRecord(servers.map(({ process }) => process.pid ?? 0));
    const urls = servers.map(({ url }) => url);
    const record = await sendLoad({ ...options, urls, installation });
    memory.end();
    const ends = await Promise.all(servers.map((server) => server.stop()));
    return {
      record,
      memory: memory.most,
      objections: [
        ...(record.wrongAnswers > 0 ? [`${record.wrongAnswers} wrong answers`, ...record.firstWrong] : []),
        ...memory.objections(options.seconds >= longRun),
        ...ends.flatMap((code) => (code === 0 ? [] : [`a server ended with code ${code}`])),
        ...servers.flatMap(errorsIn),
        ...(await findLosses(environment, installation, record.acknowledged)),
      ],
    };
  } finally {
    await database.remove();
  }
}

/** What a server has said of errors and dead workers; the first of it. */
function errorsIn(server: ServerProcess): string[] {
  return server
    .output()
    .split("\n")
    .filter((line) => /"level":"(error|fatal)"|ended unexpectedly/.test(line))
    .slice(0, 5);
}

async function sendLoad(plan: LoadPlan): Promise<LoadRecord> {
  const { urls, clients, seconds, seed, installation } = plan;
  const clientsFile = fileURLToPath(new URL("./send-load.ts", import.meta.url));
  const child = spawn(process.execPath, [clientsFile], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify({ urls, clients, seconds, seed, installation } satisfies LoadPlan));
  return JSON.parse(await text(child.stdout));
}
