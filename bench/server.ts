import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { canReadMemory, descendantsOf, residentMemory } from "../test/support/processes.ts";
import { callServer, type ServerProcess, startServer } from "../test/support/server.ts";
import { token } from "./report.ts";

export interface BenchSpace {
  readonly id: string;
  readonly pages: readonly string[];
}

/** Calls an operation as the admin: `call(server, "GET /orgs")`. */
export function call(server: ServerProcess, operation: string, body?: object) {
  return callServer(server.url, operation, body, token);
}

/** Settings of a server without a rate limit. Its database is SQLite in this folder, unless a URL is added. */
export function settingsFor(folder: string) {
  return {
    LECTERN_DATA_DIR: folder,
    LECTERN_ADMIN_TOKEN: token,
    LECTERN_RATE_LIMIT: "0",
    LECTERN_LOG_LEVEL: "warn",
  };
}

export async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-bench-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function withServer(
  environment: Readonly<Record<string, string>>,
  work: (server: ServerProcess) => Promise<void>,
): Promise<void> {
  const server = await startServer(environment);
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

/** Waits until a search finds pages with these words. */
export async function waitUntilIndexed(server: ServerProcess, space: string, words: string): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    const { items } = await call(server, `GET /spaces/${space}/search?query=${words}`);
    if (items.length > 0) return;
    await sleep(500);
  }
  throw new Error("search does not find the new pages");
}

/** Samples the resident memory of a process and its children, or of the children alone. Linux only. */
export class MemoryWatch {
  /** The peak in MB; undefined where it cannot be measured. */
  peak: number | undefined;
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(pid: number, scope: "all" | "children" = "all") {
    if (!canReadMemory) {
      process.stderr.write("  memory is measured only on Linux\n");
      return;
    }
    this.#timer = setInterval(() => {
      const pids = scope === "all" ? [pid, ...descendantsOf(pid)] : descendantsOf(pid);
      const kilobytes = pids.reduce((sum, id) => sum + residentMemory(id), 0);
      this.peak = Math.max(this.peak ?? 0, kilobytes / 1024);
    }, 20);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
