// npm run test:worst: the largest requests for every operation, with the longest wait of others and the memory.
import { parseArgs } from "node:util";
import { databaseKinds } from "../support/databases.ts";
import { withPostgres } from "../support/postgres.ts";
import { drive, readerPages } from "./drive.ts";
import { findProblems, findUndriven, tableOf } from "./report.ts";
import { operations } from "./requests.ts";
import { fullScale, shortScale } from "./scales.ts";

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "both" },
    operation: { type: "string", multiple: true },
    short: { type: "boolean", default: false },
    rows: { type: "string", default: "80" },
    verbose: { type: "boolean", default: false },
  },
});

const limits = { wait: 200, memory: 300 };
const kinds = databaseKinds.filter((kind) => [kind, "both"].includes(values.database));
let problems = 0;
await withPostgres(async () => {
  for (const kind of kinds) {
    const started = performance.now();
    const results = await drive(kind, {
      ...(values.short ? shortScale : fullScale),
      only: values.operation,
      limits,
      ...(values.verbose && {
        progress: (r) =>
          console.log(
            `${r.operation} ${r.caller} (${r.input}) ${r.status} ${r.milliseconds.toFixed(0)} ms, wait ${r.wait.toFixed(0)} ms, ${r.memory.toFixed(0)} MB, children ${r.childMemory.toFixed(0)} MB, ${(r.size / 1024).toFixed(0)} KB ${r.status >= 400 ? r.text.slice(0, 200) : ""}`,
          ),
      }),
    });
    console.log(
      `\n${kind}: ${results.length} requests in ${((performance.now() - started) / 1000).toFixed(0)} s\n`,
    );
    console.log(tableOf(results, Number(values.rows)));
    const found = [
      ...findProblems(results, limits),
      ...findUndriven(results, values.operation ?? [readerPages, ...operations.map(({ id }) => id)]),
    ];
    for (const problem of found) console.log(`PROBLEM: ${problem}`);
    problems += found.length;
  }
});
process.exitCode = problems === 0 ? 0 : 1;
