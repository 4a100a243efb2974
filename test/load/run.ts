// npm run test:load: many concurrent clients on each database, with one process and with two.
import { parseArgs } from "node:util";
import { type DatabaseKind, databaseKinds } from "../support/databases.ts";
import { withPostgres } from "../support/postgres.ts";
import { type LoadOptions, type LoadResult, runLoad } from "./run-load.ts";
import type { TimeSpent } from "./time-spent.ts";

const usage = `npm run test:load -- [--clients 200] [--seconds 60] [--processes 1,2] [--database both] [--seed N] [--actions] [--profiles FOLDER]

  --database   sqlite, postgres or both
  --processes  1, 2 or both; on PostgreSQL, 2 means two workers and two servers
  --seed       seed of the random actions; printed at the start
  --actions    also prints p50, p95 and p99 of each kind of request
  --profiles   writes a processor profile of each server into this folder`;

const size = { organizations: 3, spaces: 4, people: 10, pages: 300, comments: 50, changeRequests: 5 };

type Setup = Pick<LoadOptions, "database" | "workers" | "servers">;

function setupsOf(databases: readonly DatabaseKind[], processes: readonly string[]): Setup[] {
  return databases.flatMap((database) => [
    ...(processes.includes("1") ? [{ database, workers: 1, servers: 1 }] : []),
    ...(processes.includes("2") ? [{ database, workers: 2, servers: 1 }] : []),
    ...(processes.includes("2") && database === "postgres" ? [{ database, workers: 1, servers: 2 }] : []),
  ]);
}

function nameOf({ workers, servers }: Setup): string {
  if (servers > 1) return `${servers} servers`;
  return workers > 1 ? `${workers} workers` : "1 process";
}

const widths = [10, 11, 8, 10, 22, 22, 10, 8, 8];

function printRow(cells: readonly string[]): void {
  console.log(cells.map((cell, i) => cell.padStart(widths[i] ?? 0)).join("  "));
}

function printHead(): void {
  printRow(["", "", "", "", "reads, ms", "writes, ms", "", "failed", "memory"]);
  printRow([
    "database",
    "setup",
    "requests",
    "per second",
    ...Array(2).fill("p50 / p95 / p99"),
    "conflicts",
    "requests",
    "MB",
  ]);
}

function printResult(setup: Setup, { record, memory }: LoadResult): void {
  const times = [record.reads, record.writes].map((percentiles) =>
    [percentiles.p50, percentiles.p95, percentiles.p99].map((time) => time.toFixed(0)).join(" / "),
  );
  printRow([
    ...[setup.database, nameOf(setup), String(record.requests)],
    ...[(record.requests / record.seconds).toFixed(0), ...times],
    ...[String(record.conflicts), String(record.problems), memory.toFixed(0)],
  ]);
}

/** Where the time went: of a request as the server measures it, and of the processors. */
function printTime({ perRequest, statementsPerRequest, cores }: TimeSpent): void {
  const { waiting, statements, all } = perRequest;
  const ms = (time: number) => `${time.toFixed(1)} ms`;
  console.log(
    `    a request: ${ms(all)}; ${statementsPerRequest.toFixed(1)} statements of together ${ms(statements)}; ${ms(waiting)} of waiting for other transactions`,
  );
  const { servers, postgres, clients } = cores;
  const used = [
    `server ${servers.toFixed(2)}`,
    `PostgreSQL ${postgres.toFixed(2)}`,
    `clients ${clients.toFixed(2)}`,
  ];
  console.log(`    cores used: ${used.filter((part) => part !== "PostgreSQL 0.00").join(", ")}`);
}

function printActions({ actions }: LoadResult["record"]): void {
  for (const [name, { count, p50, p95, p99 }] of Object.entries(actions).toSorted(([a], [b]) =>
    a.localeCompare(b),
  ))
    console.log(
      `    ${name.padEnd(40)}${String(count).padStart(7)}${[p50, p95, p99].map((time) => time.toFixed(1).padStart(9)).join("")}`,
    );
}

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "200" },
    seconds: { type: "string", default: "60" },
    processes: { type: "string", default: "1,2" },
    database: { type: "string", default: "both" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    actions: { type: "boolean", default: false },
    profiles: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const databases = databaseKinds.filter((kind) => [kind, "both"].includes(values.database));
const setups = setupsOf(databases, values.processes.split(","));
if (setups.length === 0) {
  console.error(usage);
  process.exit(1);
}

const [clients, seconds, seed] = [Number(values.clients), Number(values.seconds), Number(values.seed)];
let problems = 0;
await withPostgres(
  async () => {
    console.log(`${clients} clients for ${seconds} seconds each; seed ${seed}\n`);
    printHead();
    for (const setup of setups) {
      const result = await runLoad({ ...setup, clients, seconds, seed, size, profiles: values.profiles });
      printResult(setup, result);
      if (result.time) printTime(result.time);
      if (values.actions) printActions(result.record);
      for (const problem of result.problems) console.log(`    PROBLEM: ${problem}`);
      problems += result.problems.length;
    }
  },
  { durable: true },
);
console.log(
  problems === 0
    ? "\nNothing failed, nothing was lost, and memory stayed bounded."
    : `\n${problems} problems; repeat with --seed ${seed}`,
);
process.exitCode = problems === 0 ? 0 : 1;
