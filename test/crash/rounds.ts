import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { readConfig } from "../../src/config/config.ts";
import type { Database } from "../../src/storage/database/database.ts";
import { openDatabase } from "../../src/storage/open-database.ts";
import { createTestDatabase, type DatabaseKind } from "../support/databases.ts";
import { specText } from "../support/openapi.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { createRandom, type Random } from "../support/random.ts";
import { Client, token, Unacknowledged } from "./client.ts";
import { settleJobs } from "./settle-jobs.ts";
import { dispensable, Machine, type Victim, waitForResponse } from "./victims.ts";
import type { Workload, World } from "./workload.ts";
import { createBlockSaves } from "./workloads/block-saves.ts";
import { createDiscussion } from "./workloads/discussion.ts";
import { createEdits } from "./workloads/edits.ts";
import { createMembers } from "./workloads/members.ts";
import { createMerges } from "./workloads/merges.ts";
import { createSites } from "./workloads/sites.ts";
import { createSpecs } from "./workloads/specs.ts";
import { createTeams } from "./workloads/teams.ts";
import { createTrash } from "./workloads/trash.ts";

export interface Options {
  readonly kind: DatabaseKind;
  readonly seed: number;
  readonly plan: readonly Victim[];
  /** The number of rounds after which all jobs are awaited, all objects are checked, and new workloads start. */
  readonly settleEvery: number;
  readonly report: (line: string) => void;
}

export interface Result {
  readonly problems: readonly string[];
  readonly acknowledged: number;
  readonly kills: number;
}

/** How often each victim is chosen, in percent. */
const shares: Readonly<Record<DatabaseKind, Partial<Record<Victim, number>>>> = {
  sqlite: { server: 40, group: 15, primary: 20, worker: 25 },
  postgres: { server: 15, group: 8, primary: 7, worker: 10, peer: 25, peers: 10, database: 15, both: 10 },
};

export function planVictims(kind: DatabaseKind, rounds: number, seed: number): Victim[] {
  const random = createRandom(seed);
  const weighted = Object.entries(shares[kind]).flatMap(
    ([victim, share]) => Array(share).fill(victim) as Victim[],
  );
  return Array.from({ length: rounds }, () => random.pick(weighted));
}

/** Kills processes while clients write, and checks after each kill that all acknowledged writes exist. */
export async function runRounds(options: Options): Promise<Result> {
  const { kind } = options;
  const postgres = kind === "postgres" ? await startPostgres({ durable: true }) : undefined;
  const sources = await serveSources();
  try {
    return await runOnDatabase(options, postgres, sources.sourceOf);
  } finally {
    sources.close();
    await postgres?.stop();
  }
}

async function runOnDatabase(
  options: Options,
  postgres: PostgresServer | undefined,
  sourceOf: (title: string) => string,
): Promise<Result> {
  const test = await createTestDatabase(options.kind, postgres?.url);
  const environment = {
    ...test.environment,
    LECTERN_ADMIN_TOKEN: token,
    LECTERN_RATE_LIMIT: "0",
    LECTERN_LOG_LEVEL: "error",
    LECTERN_ALLOW_PRIVATE_NETWORK: "true",
  };
  const machine = new Machine(environment, postgres);
  const client = new Client();
  try {
    await machine.serve(options.plan[0]);
    client.urls = machine.urls;
    const database = await openDatabase(readConfig(environment));
    const { items } = await client.send("GET /orgs");
    const random = createRandom(options.seed);
    const world = { client, random, organization: `/orgs/${items[0].id}`, database, sourceOf };
    const rounds = new Rounds(options, machine, client, database, () => createWorkloads(world));
    const result = await rounds.run(random).finally(() => database.close());
    return result;
  } finally {
    await machine.stop();
    await test.remove();
  }
}

class Rounds {
  readonly #options: Options;
  readonly #machine: Machine;
  readonly #client: Client;
  readonly #database: Database;
  readonly #createWorkloads: () => Promise<Workload[]>;
  #workloads: Workload[] = [];
  /** The current workloads and all previous ones. */
  #all: Workload[] = [];

  constructor(
    options: Options,
    machine: Machine,
    client: Client,
    database: Database,
    createWorkloads: () => Promise<Workload[]>,
  ) {
    this.#options = options;
    this.#machine = machine;
    this.#client = client;
    this.#database = database;
    this.#createWorkloads = createWorkloads;
  }

  async run(random: Random): Promise<Result> {
    const { plan, settleEvery } = this.#options;
    for (const [i, victim] of plan.entries()) {
      if (i % settleEvery === 0) await this.#replaceWorkloads();
      const isLast = i === plan.length - 1;
      const settles = isLast || (i + 1) % settleEvery === 0;
      const problems = await this.#round(i + 1, victim, random, settles).catch(toProblems);
      if (problems.length > 0) return this.#result([...problems, ...this.#lastErrors()], i + 1);
    }
    const previous = this.#all.filter((workload) => !this.#workloads.includes(workload));
    const problems = await this.#check(previous, { isSettled: true, includesUnchanged: true });
    return this.#result(problems, plan.length);
  }

  async #replaceWorkloads(): Promise<void> {
    this.#workloads = await this.#createWorkloads();
    this.#all = [...this.#all, ...this.#workloads];
  }

  async #round(number: number, victim: Victim, random: Random, settles: boolean): Promise<string[]> {
    const client = this.#client;
    const before = this.#acknowledged();
    await this.#machine.serve(victim);
    client.urls = this.#machine.urls;
    const milliseconds = await this.#writeUntilKilled(victim, random);
    const acknowledged = this.#acknowledged() - before;
    const uncertain = this.#workloads.reduce((sum, { ledger }) => sum + ledger.uncertain, 0);
    await this.#machine.revive(victim, this.#options.plan[number]);
    client.urls = this.#machine.urls;
    await waitForResponse(() => client.send("GET /orgs"));
    // Connections to the killed worker may not be closed yet.
    client.disrupted = victim === "worker" ? client.urls : [];
    const startedAt = Date.now();
    const jobs = settles ? await settleJobs(this.#database) : [];
    const problems = [
      ...jobs,
      ...(await this.#check(this.#workloads, { isSettled: settles, includesUnchanged: settles })),
    ];
    this.#options.report(
      `${this.#options.kind} ${number}/${this.#options.plan.length}: ${victim} killed after ${milliseconds} ms, ` +
        `${acknowledged} writes acknowledged, ${uncertain} uncertain; ` +
        `${settles ? "all jobs done and everything" : "new writes"} checked in ${Date.now() - startedAt} ms`,
    );
    return problems;
  }

  /**
   * Kills the victim at a random moment, sometimes right at the start. Without a dispensable one, writing must go on. Returns the time
   * until the kill in milliseconds.
   */
  async #writeUntilKilled(victim: Victim, random: Random): Promise<number> {
    const client = this.#client;
    client.disrupted = [];
    const startedAt = Date.now();
    const goesOn = dispensable.includes(victim);
    let isOver = false;
    const writers = Promise.all(
      [...this.#workloads, ...this.#workloads].map(async (workload) => {
        // After a request without a response, a writer stops, or goes on with another object.
        while (!isOver) {
          if (await workload.write().then(() => true, falseIfUnacknowledged)) continue;
          if (!goesOn) return;
          await wait(100);
        }
      }),
    );
    // A failure is reported by the next wait.
    writers.catch(() => {});
    // The first kill waits for acknowledged writes, others usually do.
    if (random.chance(0.8) || this.#acknowledged() === 0) await this.#waitForWrites(10, writers);
    await wait(random.below(1200));
    const milliseconds = Date.now() - startedAt;
    const servers = this.#machine.choose(victim, random);
    client.disrupted = servers.map(({ url }) => url);
    await this.#machine.kill(victim, servers);
    if (goesOn) {
      client.urls = this.#machine.urls;
      await this.#waitForWrites(10, writers);
      await wait(random.below(1200));
    }
    isOver = true;
    await writers;
    return milliseconds;
  }

  async #waitForWrites(writes: number, writers: Promise<unknown>): Promise<void> {
    const before = this.#acknowledged();
    for (let tries = 0; this.#acknowledged() < before + writes; tries++) {
      if (tries === 1000) throw new Error(`fewer than ${writes} writes were acknowledged in 20 seconds`);
      await wait(20);
      // Rejects if a writer has failed.
      await Promise.race([writers, undefined]);
    }
  }

  async #check(
    workloads: readonly Workload[],
    options: { isSettled: boolean; includesUnchanged: boolean },
  ): Promise<string[]> {
    const problems: string[] = [];
    for (const workload of workloads) problems.push(...(await workload.check(options)));
    return problems;
  }

  #lastErrors(): string[] {
    const lines = this.#machine.output().split("\n");
    return lines.filter((line) => line.includes('"msg"')).slice(-5);
  }

  #acknowledged(): number {
    return this.#all.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0);
  }

  #result(problems: readonly string[], kills: number): Result {
    const workloadsByName = Map.groupBy(this.#all, ({ name }) => name);
    for (const [name, workloads] of workloadsByName)
      this.#options.report(
        `${this.#options.kind}: ${workloads.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0)} writes of ${name}`,
      );
    return { problems, acknowledged: this.#acknowledged(), kills };
  }
}

/** Reports an unexpected error as a problem. */
function toProblems(error: Error): string[] {
  return [error.stack ?? error.message];
}

function falseIfUnacknowledged(error: unknown): false {
  if (error instanceof Unacknowledged) return false;
  throw error;
}

/** Serves specs after a delay. The title of a spec is the path of its URL. */
async function serveSources(): Promise<{ sourceOf: (title: string) => string; close: () => void }> {
  const server = createServer(async ({ url = "" }, response) => {
    await wait(100);
    response.end(specText(url.slice(1)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    sourceOf: (title) => `http://127.0.0.1:${port}/${title}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function createWorkloads(world: World): Promise<Workload[]> {
  const factories: readonly ((world: World) => Promise<Workload>)[] = [
    (context) => createDiscussion(context, "space"),
    (context) => createDiscussion(context, "change request"),
    createEdits,
    createBlockSaves,
    createMerges,
    createSites,
    createSpecs,
    createTeams,
    createMembers,
    createTrash,
  ];
  return Promise.all(factories.map((create) => create({ ...world, random: world.random.fork() })));
}
