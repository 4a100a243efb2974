import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bootApp } from "../test/support/app.ts";
import type { DatabaseKind } from "../test/support/databases.ts";
import { serveImportSources } from "../test/worst-case/import-sources.ts";
import { ObservedServer } from "../test/worst-case/observed-server.ts";
import { findUndriven } from "../test/worst-case/report.ts";
import { operations } from "../test/worst-case/requests.ts";
import { withDatabase } from "./databases.ts";
import { type Compared, compare, goals, tableOf } from "./large/compare.ts";
import { createInstallation, requestScale } from "./large/installation.ts";
import { type Measured, measureOperations } from "./large/measure.ts";
import { scaledSizes } from "./large/sizes.ts";
import { progress, report } from "./report.ts";

/** In milliseconds. */
const probePause = 5;

/** The ids of operations, separated by commas, to call these only. */
const only = process.env.LARGE_OPERATIONS?.split(",");
/** The size of the large installation relative to the goal. */
const share = Number(process.env.LARGE_SHARE ?? 1);

/** Calls every operation on a large installation, and on one of a hundredth of its size. */
export async function benchLarge(kind: DatabaseKind): Promise<void> {
  const small = await measureInstallation(kind, share / 100);
  const large = await measureInstallation(kind, share);
  const compared = compare(small, large);
  console.log(`\n${kind}: ${compared.length} requests\n\n${tableOf(compared)}\n`);
  const broken = compared.filter((row) => row.broken.length > 0);
  for (const row of broken.toSorted((a, b) => b.ratio - a.ratio))
    console.log(`BREAKS A GOAL: ${describe(row)}`);
  const driven = large.map((measured) => ({ ...measured, text: measured.error ?? "" }));
  const called = only ?? operations.map(({ id }) => id);
  for (const problem of findUndriven(driven, called)) console.log(`NOT MEASURED: ${problem}`);
  const file = fileURLToPath(new URL(`./large-results-${kind}.json`, import.meta.url));
  writeFileSync(
    file,
    `${JSON.stringify({ at: new Date().toISOString(), share, goals, compared }, null, 1)}\n`,
  );
  progress(`written as JSON to ${file}`);
  const count = (goal: string) =>
    new Set(broken.flatMap((row) => (row.broken.includes(goal) ? [row.operation] : []))).size;
  report("operations more than ten times slower at 100 times the size", count("slower"), { atMost: 0 });
  report("the longest wait of others, ms", Math.max(...compared.map(({ wait }) => wait)), {
    atMost: goals.wait,
  });
  report("memory of the server, MB", Math.max(...compared.map(({ peak }) => peak)), { atMost: goals.peak });
}

const describe = (row: Compared) =>
  `${row.operation} by ${row.caller} (${row.input}): ${row.broken.join(", ")}; ${row.smallMilliseconds.toFixed(1)} to ${row.largeMilliseconds.toFixed(1)} ms, wait ${row.wait.toFixed(0)} ms, ${row.peak.toFixed(0)} MB`;

/** Creates an installation, and calls every operation of a server on it. */
async function measureInstallation(kind: DatabaseKind, sizeShare: number): Promise<Measured[]> {
  let results: Measured[] = [];
  await withDatabase(kind, async (database) => {
    progress(`creating an installation of the size ${sizeShare}`);
    const sources = await serveImportSources(requestScale.importShare);
    const environment = {
      ...database.environment,
      LECTERN_BASE_URL: "http://lectern.test",
      LECTERN_ALLOW_PRIVATE_NETWORK: "true",
    };
    const app = await bootApp(environment);
    const server = new ObservedServer(environment, Number.POSITIVE_INFINITY, probePause);
    try {
      const world = await createInstallation(app, scaledSizes(sizeShare), sources.url);
      progress("calling every operation");
      results = await measureOperations(server, world, only, ({ operation, input, caller, ...measured }) =>
        console.error(
          `${operation} ${caller} (${input}) ${measured.status} ${measured.milliseconds.toFixed(1)} ms, wait ${measured.wait.toFixed(0)} ms, ${measured.peak.toFixed(0)} MB, ${measured.size} bytes${measured.isRenewed ? ", renewed" : ""} ${measured.error ?? ""}`,
        ),
      );
    } finally {
      await server.stop();
      sources.close();
      await app.close();
    }
  });
  return results;
}
