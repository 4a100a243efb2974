import { readFileSync } from "node:fs";
import { descendantsOf, processorTime } from "../support/processes.ts";
import type { ServerProcess } from "../support/server.ts";

/** Where the time of a load went. */
export interface TimeSpent {
  /** The means for a request, in milliseconds. Statements of one request may run at the same time. */
  readonly perRequest: { readonly waiting: number; readonly statements: number; readonly all: number };
  readonly statementsPerRequest: number;
  /** The processor time in cores: 1 is a whole core for the whole time. */
  readonly cores: { readonly servers: number; readonly postgres: number; readonly clients: number };
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres";
  } catch {
    // It has ended.
    return false;
  }
}

/** Measures servers from now on, until `end`. They must have answered no requests yet. */
export class TimeMeter {
  readonly #servers: readonly ServerProcess[];
  readonly #startedAt = performance.now();
  readonly #before: Record<"servers" | "postgres", number>;

  constructor(servers: readonly ServerProcess[]) {
    this.#servers = servers;
    this.#before = this.#processorTimes();
  }

  /** Call it while the servers run. */
  async end(clientTime: number): Promise<TimeSpent> {
    const duration = performance.now() - this.#startedAt;
    const { servers, postgres } = this.#processorTimes();
    const texts = await Promise.all(
      this.#servers.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
    );
    const total = (name: string) => texts.reduce((sum, text) => sum + sumOf(text, name), 0);
    const requests = total("lectern_http_request_duration_seconds_count");
    const meanOf = (name: string) => (total(name) / requests) * 1000;
    return {
      perRequest: {
        waiting: meanOf("lectern_database_transaction_wait_seconds_sum"),
        statements: meanOf("lectern_database_statement_seconds_total"),
        all: meanOf("lectern_http_request_duration_seconds_sum"),
      },
      statementsPerRequest: total("lectern_database_statements_total") / requests,
      cores: {
        servers: (servers - this.#before.servers) / duration,
        postgres: (postgres - this.#before.postgres) / duration,
        clients: clientTime / duration,
      },
    };
  }

  #processorTimes() {
    const sum = (pids: readonly number[]) => pids.reduce((total, pid) => total + processorTime(pid), 0);
    const servers = this.#servers.map(({ process }) => process.pid ?? 0);
    return {
      servers: sum(servers.flatMap((pid) => [pid, ...descendantsOf(pid)])),
      postgres: sum(descendantsOf(process.pid).filter(isPostgres)),
    };
  }
}

/** The sum of a metric in the text format of Prometheus, over all its labels. */
function sumOf(text: string, name: string): number {
  const lines = text.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}
