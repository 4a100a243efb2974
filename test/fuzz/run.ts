import { parseArgs } from "node:util";
import { databaseKinds } from "../support/databases.ts";
import { withPostgres } from "../support/postgres.ts";
import { fuzzDatabase } from "./fuzz.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "80" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    operation: { type: "string", multiple: true },
    database: { type: "string" },
    trace: { type: "boolean", default: false },
  },
});

const [runs, seed] = [Number(values.runs), Number(values.seed)];
const kinds = databaseKinds.filter((kind) => values.database === undefined || values.database === kind);
if (!(runs > 0) || !Number.isSafeInteger(seed) || kinds.length === 0) {
  console.error(
    "usage: test/fuzz/run.ts [--runs N] [--seed N] [--operation ID …] [--database sqlite|postgres] [--trace]",
  );
  process.exit(2);
}

let failed = false;
async function run(): Promise<void> {
  for (const kind of kinds) {
    const started = Date.now();
    console.log(`\n${kind}, seed ${seed}, ${runs} requests for each operation`);
    const { operation: only } = values;
    const findings = await fuzzDatabase(kind, {
      seed,
      runs,
      only,
      progress: (line) => console.log(`  ${line}`),
      ...(values.trace && { trace: (line: string) => console.log(`    ${line}`) }),
    });
    const failing = findings.neverSucceeded();
    console.log(`  ${findings.requests} requests in ${Math.round((Date.now() - started) / 1000)} s`);
    for (const line of findings.slow) console.log(`  slow: ${line}`);
    if (failing.length > 0) console.log(`  never succeeded: ${failing.join("; ")}`);
    if (findings.size === 0) continue;
    failed = true;
    console.log(
      `  ${findings.size} problems; repeat with --seed ${seed} --runs ${runs} --database ${kind} --operation ID`,
    );
    console.log(findings.describe());
  }
}

await (kinds.includes("postgres") ? withPostgres(run) : run());
console.log(failed ? "\nProblems were found." : "\nNo problems were found.");
process.exitCode = failed ? 1 : 0;
