import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Context } from "../api/http/index.ts";
import { currentTask } from "../platform/index.ts";
import type { DatabaseObserver } from "../storage/database/index.ts";

/** Counts the statements and transactions of a database, and logs slow statements. */
export function observeDatabase(
  registry: Registry,
  { config, database, log }: Pick<Context, "config" | "database" | "log">,
): void {
  const countStatement = addStatementCounters(registry);
  const transactions = addTransactionMetrics(registry);
  const slow = config.slowStatement === 0 ? Number.POSITIVE_INFINITY : config.slowStatement;
  database.observed.observer = {
    ...transactions,
    statementEnded: (kind, sql, duration) => {
      countStatement(kind, sql, duration);
      if (duration >= slow) logSlowStatement(log, sql, duration);
    },
  };
}

/** A statement with a long list of values has a long text. */
const maxLoggedLength = 2000;

/** Parameters are not logged, since they may be private. */
function logSlowStatement(log: Context["log"], sql: string, duration: number): void {
  const statement = sql.length > maxLoggedLength ? `${sql.slice(0, maxLoggedLength)}…` : sql;
  log.warn({ ...currentTask.getStore(), milliseconds: Math.round(duration), statement }, "slow statement");
}

/** Plain numbers, since observing a histogram would take about as long as a small statement of SQLite. */
function addStatementCounters(registry: Registry): DatabaseObserver["statementEnded"] {
  const registers = [registry];
  const totals = { read: { count: 0, duration: 0 }, change: { count: 0, duration: 0 } };
  new Counter({
    name: "lectern_database_statements_total",
    help: "Statements sent to the database, outside (read) and inside (change) of transactions; without those of the job thread",
    labelNames: ["kind"],
    registers,
    collect() {
      this.reset();
      for (const [kind, { count }] of Object.entries(totals)) this.inc({ kind }, count);
    },
  });
  new Counter({
    name: "lectern_database_statement_seconds_total",
    help: "Time that these statements took, with waiting for a connection",
    labelNames: ["kind"],
    registers,
    collect() {
      this.reset();
      for (const [kind, { duration }] of Object.entries(totals)) this.inc({ kind }, duration / 1000);
    },
  });
  return (kind, _sql, duration) => {
    totals[kind].count += 1;
    totals[kind].duration += duration;
  };
}

function addTransactionMetrics(registry: Registry): Omit<DatabaseObserver, "statementEnded"> {
  const registers = [registry];
  const buckets = [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10];
  const waits = new Histogram({
    name: "lectern_database_transaction_wait_seconds",
    help: "Time that transactions waited for others or for a connection before they began",
    buckets,
    registers,
  });
  const durations = new Histogram({
    name: "lectern_database_transaction_duration_seconds",
    help: "Time that transactions took, with waiting, all attempts and the commit",
    buckets,
    registers,
  });
  const retries = new Counter({
    name: "lectern_database_transaction_retries_total",
    help: "Further attempts of transactions after a conflict with another one",
    registers,
  });
  const open = { waiting: 0, running: 0 };
  new Gauge({
    name: "lectern_database_transactions",
    help: "Transactions at this moment that wait to begin, and that run",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, count] of Object.entries(open)) this.set({ state }, count);
    },
  });
  return {
    transactionRequested: () => {
      open.waiting += 1;
    },
    transactionBegan: (waited) => {
      open.waiting -= 1;
      open.running += 1;
      waits.observe(waited / 1000);
    },
    transactionEnded: (duration, attempts) => {
      open[attempts === 0 ? "waiting" : "running"] -= 1;
      durations.observe(duration / 1000);
      if (attempts > 1) retries.inc(attempts - 1);
    },
  };
}
