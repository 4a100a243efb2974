import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "./server.ts";

/** A PostgreSQL as an operator has it: the server with the tools of its own version beside it. */
export interface OwnPostgres {
  /** Where its user may write. */
  readonly folder: string;
  /** The address of one of its databases. */
  url(database: string): string;
  /** Runs one of its programs. */
  run(tool: string, ...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

const needed = ["initdb", "postgres", "createdb", "pg_dump", "pg_restore"];

/** Where the programs are: in the folder that `POSTGRES_BIN` names, or where Debian has them. */
export function findTools(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const places = [process.env.POSTGRES_BIN, ...versions.map((version) => join(debian, version, "bin"))];
  return places.find((place) => place && needed.every((tool) => existsSync(join(place, tool))));
}

export async function startOwnPostgres(tools: string): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-postgres-"));
  chmodSync(folder, 0o755);
  const user = ownUser();
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

/** As root it refuses to run; Debian has a user for it. */
function ownUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (flag: string) => Number(spawnSync("id", [flag, "postgres"]).stdout);
  return { uid: ask("-u"), gid: ask("-g") };
}
