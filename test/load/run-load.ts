import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createTestDatabase, type DatabaseKind } from "../support/databases.ts";
import { canReadMemory, descendantsOf, residentMemory } from "../support/processes.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { findLosses } from "./check.ts";
import type { LoadRecord } from "./record.ts";
import { type Size, seedDatabase } from "./seed.ts";
import type { LoadPlan } from "./send-load.ts";
import { TimeMeter, type TimeSpent } from "./time-spent.ts";

export interface LoadOptions {
  readonly database: DatabaseKind;
  /** Workers of each server. */
  readonly workers: number;
  readonly servers: number;
  readonly clients: number;
  readonly seconds: number;
  readonly seed: number;
  readonly size: Size;
  /** The folder for processor profiles of the servers, or undefined for none. */
  readonly profiles?: string | undefined;
}

export interface LoadResult {
  readonly record: LoadRecord;
  /** Undefined where processor times cannot be read. */
  readonly time: TimeSpent | undefined;
  /** The peak memory of one server process, in MB. */
  readonly memory: number;
  readonly problems: readonly string[];
}

/** The minimum duration in seconds of a run whose memory growth is checked. */
const longRun = 45;

/** Puts servers under load, and checks afterwards that no acknowledged write was lost. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const database = await createTestDatabase(options.database);
  try {
    const environment = {
      ...database.environment,
      LECTERN_BASE_URL: "http://lectern.test",
      // Requests are counted as by default, but the limit is never reached.
      LECTERN_RATE_LIMIT: "1000000000",
      LECTERN_WORKERS: String(options.workers),
      LECTERN_LOG_LEVEL: "error",
    };
    const serverEnvironment =
      options.profiles === undefined
        ? environment
        : { ...environment, NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${options.profiles}` };
    const data = await seedDatabase(environment, options.size);
    const servers = await Promise.all(
      Array.from({ length: options.servers }, () => startServer(serverEnvironment)),
    );
    const memory = new MemoryMonitor(servers.map(({ process }) => process.pid ?? 0));
    const meter = canReadMemory ? new TimeMeter(servers) : undefined;
    const urls = servers.map(({ url }) => url);
    const record = await sendLoad({ ...options, urls, data });
    const time = await meter?.end(record.processorTime);
    memory.end();
    const exitCodes = await Promise.all(servers.map((server) => server.stop()));
    return {
      record,
      time,
      memory: memory.peak,
      problems: [
        ...(record.problems > 0 ? [`${record.problems} failed requests`, ...record.firstProblems] : []),
        ...memory.problems(options.seconds >= longRun),
        ...exitCodes.flatMap((code) => (code === 0 ? [] : [`a server ended with code ${code}`])),
        ...servers.flatMap(errorsIn),
        ...(await findLosses(environment, data, record.acknowledged)),
      ],
    };
  } finally {
    await database.remove();
  }
}

function errorsIn(server: ServerProcess): string[] {
  return server
    .output()
    .split("\n")
    .filter((line) => /"level":"(error|fatal)"|ended unexpectedly/.test(line))
    .slice(0, 5);
}

async function sendLoad(plan: LoadPlan): Promise<LoadRecord> {
  const { urls, clients, seconds, seed, data } = plan;
  const program = fileURLToPath(new URL("./send-load.ts", import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify({ urls, clients, seconds, seed, data } satisfies LoadPlan));
  return JSON.parse(await text(child.stdout));
}

/** The maximum memory of a server process, in MB. */
const maxMemory = 600;
/** The maximum growth from the middle to the last third of a run: caches grow for a while. */
const maxGrowth = 1.35;

class MemoryMonitor {
  /** The memory in MB, by process. */
  readonly #samples = new Map<number, number[]>();
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(pids: readonly number[]) {
    if (!canReadMemory) return;
    this.#timer = setInterval(() => {
      for (const pid of pids.flatMap((server) => [server, ...descendantsOf(server)]))
        this.#samples.getOrInsertComputed(pid, () => []).push(residentMemory(pid) / 1024);
    }, 250);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  get peak(): number {
    return Math.max(0, ...[...this.#samples.values()].flat());
  }

  /** Processes that use too much memory, or in a long run keep growing. */
  problems(isLong: boolean): string[] {
    return this.#samples
      .entries()
      .flatMap(([pid, samples]) => {
        const peak = Math.max(...samples);
        const third = Math.floor(samples.length / 3);
        const [middle, last] = [mean(samples.slice(third, -third)), mean(samples.slice(-third))];
        return [
          ...(peak > maxMemory ? [`process ${pid} used ${peak.toFixed(0)} MB`] : []),
          ...(isLong && third > 0 && last > middle * maxGrowth
            ? [`process ${pid} keeps growing: from ${middle.toFixed(0)} MB to ${last.toFixed(0)} MB`]
            : []),
        ];
      })
      .toArray();
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
