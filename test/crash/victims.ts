import { setTimeout as wait } from "node:timers/promises";
import type { Environment } from "../../src/config/config.ts";
import type { PostgresServer } from "../support/postgres.ts";
import { childrenOf, killAll, sendSignal, waitForExit } from "../support/processes.ts";
import type { Random } from "../support/random.ts";
import { type ServerProcess, startServer } from "../support/server.ts";

/** What is killed. */
export type Victim =
  /** A single-process server. */
  | "server"
  /** A server with workers: all of it, its primary, or one worker. */
  | "group"
  | "primary"
  | "worker"
  /** One of two servers that share PostgreSQL, or both. */
  | "peer"
  | "peers"
  /** PostgreSQL below two servers, which restarts at once, or PostgreSQL and the only server. */
  | "database"
  | "both";

interface Setup {
  readonly servers: number;
  /** Workers of each server. */
  readonly workers: number;
}

const setups: Readonly<Record<Victim, Setup>> = {
  server: { servers: 1, workers: 1 },
  group: { servers: 1, workers: 2 },
  primary: { servers: 1, workers: 2 },
  worker: { servers: 1, workers: 2 },
  peer: { servers: 2, workers: 1 },
  peers: { servers: 2, workers: 1 },
  database: { servers: 2, workers: 1 },
  both: { servers: 1, workers: 1 },
};

/** The victims without which requests are answered, by other processes or after a pause. */
export const dispensable: readonly Victim[] = ["worker", "peer", "database"];

/** Servers and their database, which can be killed and restarted. */
export class Machine {
  readonly #environment: Environment;
  readonly #postgres: PostgresServer | undefined;
  #servers: readonly ServerProcess[] = [];
  #workers = 0;
  #isDatabaseDown = false;

  constructor(environment: Environment, postgres: PostgresServer | undefined) {
    this.#environment = environment;
    this.#postgres = postgres;
  }

  get urls(): string[] {
    return this.#servers.map(({ url }) => url);
  }

  /** Starts the servers of which this victim can be killed, unless they are running. */
  async serve(victim: Victim = "server"): Promise<void> {
    const { servers, workers } = setups[victim];
    if (this.#workers !== workers) await this.stop();
    this.#workers = workers;
    const surplus = this.#servers.slice(servers);
    await Promise.all(surplus.map((server) => server.stop()));
    const environment = { ...this.#environment, LECTERN_WORKERS: String(workers) };
    const missing = Array.from({ length: servers - this.#servers.length }, () => startServer(environment));
    this.#servers = [...this.#servers.slice(0, servers), ...(await Promise.all(missing))];
  }

  /** The servers of which a process is killed. */
  choose(victim: Victim, random: Random): readonly ServerProcess[] {
    if (victim === "database") return [];
    return victim === "peer" ? [random.pick(this.#servers)] : this.#servers;
  }

  async kill(victim: Victim, servers: readonly ServerProcess[]): Promise<void> {
    if (victim === "database" || victim === "both") {
      await this.#postgres?.kill();
      this.#isDatabaseDown = true;
    }
    if (victim === "database") await this.#startDatabase();
    await Promise.all(servers.map((server) => killIn(server, victim)));
    if (victim !== "worker") this.#servers = this.#servers.filter((server) => !servers.includes(server));
  }

  /** Restarts the database, and servers in which the next victim can be killed if none is left. */
  async revive(victim: Victim, next: Victim | undefined): Promise<void> {
    await this.#startDatabase();
    for (const { process, output } of this.#servers)
      if (process.exitCode !== null || process.signalCode !== null)
        throw new Error(`a server ended when the ${victim} was killed: ${output()}`);
    if (this.#servers.length === 0) await this.serve(next);
  }

  /** Stops the servers with a signal, while their database is running. */
  async stop(): Promise<void> {
    await this.#startDatabase();
    await Promise.all(this.#servers.map((server) => server.stop()));
    this.#servers = [];
  }

  output(): string {
    return this.#servers.map((server) => server.output()).join("\n");
  }

  async #startDatabase(): Promise<void> {
    if (this.#isDatabaseDown) await this.#postgres?.start();
    this.#isDatabaseDown = false;
  }
}

async function killIn(server: ServerProcess, victim: Victim): Promise<void> {
  const { pid } = server.process;
  if (pid === undefined) return;
  if (victim !== "worker" && victim !== "primary") return killAll(pid);
  const workers = await childrenOf(pid);
  if (victim === "worker") return void sendSignal(workers[0] ?? 0, "SIGKILL");
  await server.stop("SIGKILL");
  // The workers exit without their primary.
  await waitForExit(workers);
}

export async function waitForResponse(call: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      await call();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(20);
    }
  }
}
