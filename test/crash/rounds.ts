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
import { settleJobs } from "./settled.ts";
import { Machine, untilAnswered, type Victim } from "./victims.ts";
import type { Work } from "./work.ts";
import { openWorks } from "./works/all.ts";

export interface Options {
  readonly kind: DatabaseKind;
  readonly seed: number;
  /** What is killed in each round. */
  readonly plan: readonly Victim[];
  /** After how many rounds all jobs are waited for, all is read again, and new places are written in. */
  readonly settleEvery: number;
  readonly report: (line: string) => void;
}

export interface Result {
  readonly problems: readonly string[];
  readonly acknowledged: number;
  readonly kills: number;
}

/** By then, the workers that are left have answered all they ever will. */
const handOverPatience = 5000;

/** How often each is killed, in a hundred. */
const shares: Readonly<Record<DatabaseKind, Partial<Record<Victim, number>>>> = {
  sqlite: { server: 55, group: 15, primary: 15, worker: 15 },
  postgres: { server: 35, group: 8, primary: 7, worker: 10, database: 25, both: 15 },
};

/** Random victims, so many. */
export function planVictims(kind: DatabaseKind, rounds: number, seed: number): Victim[] {
  const random = createRandom(seed);
  const all = Object.entries(shares[kind]).flatMap(
    ([victim, share]) => Array(share).fill(victim) as Victim[],
  );
  return Array.from({ length: rounds }, () => random.pick(all));
}

/** Has many clients write while one thing after the other is killed, and looks each time whether all is there. */
export async function runRounds(options: Options): Promise<Result> {
  const { kind } = options;
  const postgres = kind === "postgres" ? await startPostgres({ durable: true }) : undefined;
  const sources = await serveSources();
  try {
    return await onDatabase(options, postgres, sources.sourceOf);
  } finally {
    sources.close();
    await postgres?.stop();
  }
}

async function onDatabase(
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
    client.url = await machine.serve(options.plan[0]);
    const database = await openDatabase(readConfig(environment));
    const { items } = await client.send("GET /orgs");
    const random = createRandom(options.seed);
    const world = { client, random, organization: `/orgs/${items[0].id}`, database, sourceOf };
    const rounds = new Rounds(options, machine, client, database, () => openWorks(world));
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
  readonly #open: () => Promise<Work[]>;
  /** Those that are written in, and all there have been. */
  #works: Work[] = [];
  #all: Work[] = [];

  constructor(
    options: Options,
    machine: Machine,
    client: Client,
    database: Database,
    open: () => Promise<Work[]>,
  ) {
    this.#options = options;
    this.#machine = machine;
    this.#client = client;
    this.#database = database;
    this.#open = open;
  }

  async run(random: Random): Promise<Result> {
    const { plan, settleEvery } = this.#options;
    for (const [i, victim] of plan.entries()) {
      if (i % settleEvery === 0) await this.#openNew();
      const isLast = i === plan.length - 1;
      const settles = isLast || (i + 1) % settleEvery === 0;
      const problems = await this.#round(i + 1, victim, random, settles).catch(explain);
      if (problems.length > 0) return this.#result([...problems, ...this.#lastWords()], i + 1);
    }
    const former = this.#all.filter((work) => !this.#works.includes(work));
    const problems = await this.#check(former, { isSettled: true, everything: true });
    return this.#result(problems, plan.length);
  }

  async #openNew(): Promise<void> {
    this.#works = await this.#open();
    this.#all = [...this.#all, ...this.#works];
  }

  async #round(number: number, victim: Victim, random: Random, settles: boolean): Promise<string[]> {
    const client = this.#client;
    const before = this.#acknowledged();
    client.url = await this.#machine.serve(victim);
    const moment = await this.#writeUntilKilled(victim, random);
    const acknowledged = this.#acknowledged() - before;
    const open = this.#works.reduce((sum, { ledger }) => sum + ledger.open, 0);
    client.url = await this.#machine.revive(victim, this.#options.plan[number]);
    await untilAnswered(() => client.send("GET /orgs"));
    client.isTroubled = victim === "worker";
    const began = Date.now();
    const jobs = settles ? await settleJobs(this.#database) : [];
    const problems = [
      ...jobs,
      ...(await this.#check(this.#works, { isSettled: settles, everything: settles })),
    ];
    this.#options.report(
      `${this.#options.kind} ${number}/${this.#options.plan.length}: ${victim} killed after ${moment} ms, ` +
        `${acknowledged} writes acknowledged, ${open} open; ` +
        `${settles ? "all jobs done and everything" : "what is new"} checked in ${Date.now() - began} ms`,
    );
    return problems;
  }

  /** The moment is random, and now and then right at the start. */
  async #writeUntilKilled(victim: Victim, random: Random): Promise<number> {
    const client = this.#client;
    client.isTroubled = false;
    const began = Date.now();
    let isOver = false;
    const writers = [...this.#works, ...this.#works].map(async (work) => {
      // The first that is not answered is the last: what comes after it would only be refused.
      while (!isOver && (await work.write().then(() => true, isUnanswered)));
    });
    const failure = Promise.all(writers).then(
      () => undefined,
      (error: Error) => error,
    );
    // There must be something to lose, at least once.
    if (random.chance(0.8) || this.#acknowledged() === 0) await this.#untilWritten(10);
    await wait(random.below(1200));
    const moment = Date.now() - began;
    client.isTroubled = true;
    await this.#machine.kill(victim);
    isOver = true;
    // A connection that is just being handed to a worker that dies is never answered: Node's primary keeps it open.
    if (victim === "worker")
      await Promise.race([failure, wait(handOverPatience)]).then(() => client.giveUp());
    const error = await failure;
    if (error !== undefined) throw error;
    return moment;
  }

  /** A slow machine takes its time to get anywhere. */
  async #untilWritten(writes: number): Promise<void> {
    const before = this.#acknowledged();
    for (let tries = 0; tries < 1000 && this.#acknowledged() < before + writes; tries++) await wait(20);
  }

  async #check(works: readonly Work[], how: { isSettled: boolean; everything: boolean }): Promise<string[]> {
    const problems: string[] = [];
    for (const work of works) problems.push(...(await work.check(how)));
    return problems;
  }

  /** What the server logged as its own mistakes. */
  #lastWords(): string[] {
    const lines = this.#machine.output().split("\n");
    return lines.filter((line) => line.includes('"msg"')).slice(-5);
  }

  #acknowledged(): number {
    return this.#all.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0);
  }

  #result(problems: readonly string[], kills: number): Result {
    const counts = Map.groupBy(this.#all, ({ name }) => name);
    for (const [name, works] of counts)
      this.#options.report(
        `${this.#options.kind}: ${works.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0)} writes of ${name}`,
      );
    return { problems, acknowledged: this.#acknowledged(), kills };
  }
}

/** Whatever nobody reckoned with is wrong as well. */
function explain(error: Error): string[] {
  return [error.stack ?? error.message];
}

function isUnanswered(error: unknown): false {
  if (error instanceof Unacknowledged) return false;
  throw error;
}

/** A site whose files say what their addresses say, after a moment. */
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
