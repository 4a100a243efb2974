import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "./server.ts";

/** An installed PostgreSQL: the server and its command-line tools. */
export interface InstalledPostgres {
  /** A folder that the user of the server may write to. */
  readonly folder: string;
  url(database: string): string;
  run(tool: string, ...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

const requiredTools = ["initdb", "postgres", "createdb", "pg_dump", "pg_restore"];

/** The folder of the tools: `POSTGRES_BIN`, or Debian's. */
export function findTools(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [process.env.POSTGRES_BIN, ...versions.map((version) => join(debian, version, "bin"))];
  return folders.find((folder) => folder && requiredTools.every((tool) => existsSync(join(folder, tool))));
}

export async function startInstalledPostgres(tools: string): Promise<InstalledPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-postgres-"));
  chmodSync(folder, 0o755);
  const user = postgresUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const [data, port] = [join(folder, "data"), String(await freePort())];
  const run = async (tool: string, ...args: string[]) =>
    (await promisify(execFile)(join(tools, tool), args, { ...user, cwd: folder })).stdout;
  await run("initdb", "-D", data, "-U", "lectern", "-A", "trust", "-E", "UTF8", "--no-sync");
  const flags = ["-D", data, "-p", port, "-k", folder, "-h", "127.0.0.1", "-F"];
  const server = spawn(join(tools, "postgres"), flags, { ...user, cwd: folder, stdio: "ignore" });
  const ended = once(server, "exit");
  const url = (database: string) => `postgres://lectern@127.0.0.1:${port}/${database}`;
  const stop = async () => {
    server.kill("SIGINT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; ; tries++) {
    const isUp = await run("pg_isready", "-h", "127.0.0.1", "-p", port).catch(() => undefined);
    if (isUp !== undefined) return { folder, url, run, stop };
    if (tries === 300 || server.exitCode !== null) {
      await stop();
      throw new Error("PostgreSQL does not start");
    }
    await wait(100);
  }
}

/** PostgreSQL refuses to run as root; Debian has a user for it. */
function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(spawnSync("id", [flag, "postgres"]).stdout);
  return { uid: idOf("-u"), gid: idOf("-g") };
}
