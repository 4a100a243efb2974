import { setTimeout as wait } from "node:timers/promises";
import type { Environment } from "../../src/config/config.ts";
import type { PostgresServer } from "../support/postgres.ts";
import { childrenOf, killAll, sendSignal, waitForExit } from "../support/processes.ts";
import { type ServerProcess, startServer } from "../support/server.ts";

/** A single-process server, a whole cluster, its primary, one of its workers, PostgreSQL, or PostgreSQL and the server. */
export const victims = ["server", "group", "primary", "worker", "database", "both"] as const;
export type Victim = (typeof victims)[number];

/** The victims whose kill the server survives. */
const survivable: readonly Victim[] = ["worker", "database"];
/** The victims that need a server with workers. */
const clusterVictims: readonly Victim[] = ["group", "primary", "worker"];

/** A server and its database, which can be killed and restarted. */
export class Machine {
  readonly #environment: Environment;
  readonly #postgres: PostgresServer | undefined;
  #server: ServerProcess | undefined;
  #workers = 0;
  #isDatabaseDown = false;

  constructor(environment: Environment, postgres: PostgresServer | undefined) {
    this.#environment = environment;
    this.#postgres = postgres;
  }

  /** Starts a server in which this victim can be killed, unless one is running. Returns its URL. */
  async serve(victim: Victim = "server"): Promise<string> {
    const workers = clusterVictims.includes(victim) ? 2 : 1;
    if (this.#server !== undefined && this.#workers !== workers) await this.stop();
    this.#workers = workers;
    this.#server ??= await startServer({ ...this.#environment, LECTERN_WORKERS: String(workers) });
    return this.#server.url;
  }

  async kill(victim: Victim): Promise<void> {
    const server = this.#server;
    const pid = server?.process.pid;
    if (server === undefined || pid === undefined) throw new Error("no server is running");
    const workers = await childrenOf(pid);
    if (victim === "worker") sendSignal(workers[0] ?? 0, "SIGKILL");
    if (victim === "database" || victim === "both") {
      await this.#postgres?.kill();
      this.#isDatabaseDown = true;
    }
    if (victim === "group" || victim === "both" || victim === "server") await killAll(pid);
    if (victim === "primary") {
      await server.stop("SIGKILL");
      // The workers exit without their primary.
      await waitForExit(workers);
    }
    if (!survivable.includes(victim)) this.#server = undefined;
  }

  /** Restarts the killed processes, so that the next victim can be killed. Returns the URL of the server. */
  async revive(victim: Victim, next: Victim | undefined): Promise<string> {
    await this.#startDatabase();
    if (!survivable.includes(victim)) return this.serve(next);
    const { process, url, output } = this.#server ?? {};
    if (process?.exitCode !== null || process.signalCode !== null)
      throw new Error(`the server ended when the ${victim} was killed: ${output?.()}`);
    return url ?? "";
  }

  /** Stops the server with a signal, while its database is running. */
  async stop(): Promise<void> {
    await this.#startDatabase();
    await this.#server?.stop();
    this.#server = undefined;
  }

  output(): string {
    return this.#server?.output() ?? "";
  }

  async #startDatabase(): Promise<void> {
    if (this.#isDatabaseDown) await this.#postgres?.start();
    this.#isDatabaseDown = false;
  }
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
