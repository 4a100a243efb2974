import { writeFileSync } from "node:fs";
import { styleText } from "node:util";
import type { DatabaseKind } from "../test/support/databases.ts";

export const token = "lct_benchmark-token";
export const headers = { authorization: `Bearer ${token}` };

/** The bound that a measurement should keep. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number };

type Verdict = "met" | "narrowly missed" | "MISSED";

interface Measurement {
  readonly name: string;
  /** The database that was measured, if the part runs on both. */
  readonly database?: DatabaseKind;
  readonly value: number;
  readonly goal?: Goal;
  readonly verdict?: Verdict;
}

const databaseNames = { sqlite: "SQLite", postgres: "PostgreSQL" };

/** A miss by less than this is reported but does not fail the run: it may be noise. */
const tolerance = 0.2;

const measurements: Measurement[] = [];
let database: DatabaseKind | undefined;

/** Sets the database of the measurements that follow. */
export function reportOn(kind: DatabaseKind | undefined): void {
  database = kind;
}

export function progress(text: string): void {
  process.stderr.write(`… ${text}\n`);
}

/** Records a measurement. Measurements without a goal give context. */
export function report(name: string, value: number, goal?: Goal): void {
  measurements.push({
    name,
    ...(database && { database }),
    value,
    ...(goal && { goal, verdict: verdictOn(value, goal) }),
  });
  process.stderr.write(`  ${name}: ${format(value)}\n`);
}

function verdictOn(value: number, goal: Goal): Verdict {
  const isMet = "atMost" in goal ? value <= goal.atMost : value >= goal.atLeast;
  if (isMet) return "met";
  const excess = "atMost" in goal ? value / goal.atMost - 1 : 1 - value / goal.atLeast;
  return excess <= tolerance ? "narrowly missed" : "MISSED";
}

/** Prints the table, writes it as JSON, and sets exit code 1 if a goal is missed by more than the tolerance. */
export function conclude(file: string): void {
  const width = Math.max(...measurements.map(({ name }) => name.length)) + 2;
  console.log(`\n${"".padEnd(width)}${"value".padStart(10)}${"goal".padStart(12)}   verdict`);
  for (const [i, { name, database, value, goal, verdict = "" }] of measurements.entries()) {
    if (database !== measurements[i - 1]?.database)
      console.log(styleText("bold", database === undefined ? "Other parts" : databaseNames[database]));
    const columns =
      name.padEnd(width) + format(value).padStart(10) + (goal ? formatGoal(goal) : "").padStart(12);
    console.log(`${columns}   ${verdict === "MISSED" ? styleText("red", verdict) : verdict}`.trimEnd());
  }
  const count = (verdict: Verdict) => measurements.filter((entry) => entry.verdict === verdict).length;
  const goals = measurements.filter(({ goal }) => goal !== undefined).length;
  console.log(
    `\n${goals} goals: ${count("met")} met, ${count("narrowly missed")} missed by a fifth or less, ${count("MISSED")} by more.`,
  );
  const machine = { node: process.version, platform: `${process.platform}-${process.arch}` };
  writeFileSync(
    file,
    `${JSON.stringify({ at: new Date().toISOString(), ...machine, measurements }, null, 2)}\n`,
  );
  console.log(`Written as JSON to ${file}`);
  if (count("MISSED") > 0) process.exitCode = 1;
}

function formatGoal(goal: Goal): string {
  return "atMost" in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
