import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerProcess, startServer } from "../test/support/server.ts";
import { token } from "./report.ts";

/** Runs the work with a new server on an empty database. */
export async function inServer(
  work: (server: ServerProcess) => Promise<void>,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-bench-"));
  const server = await startServer({
    LECTERN_DATA_DIR: folder,
    LECTERN_ADMIN_TOKEN: token,
    LECTERN_RATE_LIMIT: "0",
    LECTERN_LOG_LEVEL: "warn",
    ...environment,
  });
  try {
    await work(server);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
