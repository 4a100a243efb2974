import { after, before } from "node:test";
import type { Environment } from "../../src/config/config.ts";
import {
  createPreparedDatabase,
  createTestDatabase,
  type DatabaseKind,
  type TestDatabase,
} from "./databases.ts";
import { adminToken, callServer, runLectern, type ServerProcess, startServer } from "./server.ts";

/** Settings that only the start on an empty database uses. */
const firstStartSettings = ["LECTERN_ADMIN_EMAIL", "LECTERN_SAMPLE_SITE"];

/** Starts a server process on a database of its own before the first test of a suite, and stops it after the last. */
export function useServer(kind: DatabaseKind, settings: Environment = {}) {
  let database: TestDatabase;
  let server: ServerProcess;
  const defaults = { LECTERN_ADMIN_TOKEN: adminToken, LECTERN_RATE_LIMIT: "0" };
  const environment = () => ({ ...database.environment, ...defaults, ...settings });
  before(async () => {
    const isFirstStart = firstStartSettings.some((name) => name in settings);
    database = await (isFirstStart ? createTestDatabase(kind) : createPreparedDatabase(kind));
    server = await startServer(environment());
  });
  after(async () => {
    await server.stop();
    await database.remove();
  });
  return {
    get url() {
      return server.url;
    },
    get environment() {
      return database.environment;
    },
    /** The data folder, which also exists with PostgreSQL. */
    get folder() {
      return database.environment.LECTERN_DATA_DIR ?? "";
    },
    output: () => server.output(),
    /** Kills the server without warning, and starts it again at the same address after a while. */
    async killAndRestart(pause = 0): Promise<void> {
      const { port } = new URL(server.url);
      await server.stop("SIGKILL");
      await new Promise((resolve) => setTimeout(resolve, pause));
      server = await startServer({ ...environment(), LECTERN_PORT: port });
    },
    /** Calls an operation, which must succeed, as the admin or with another token. */
    call: (operation: string, body?: object, token?: string) =>
      callServer(server.url, operation, body, token),
    /** Runs a command of Lectern on the same database. */
    lectern: (...args: string[]) => runLectern(database.environment, ...args),
  };
}
