import { bootApp } from "../support/app.ts";
import { createTestDatabase, type DatabaseKind } from "../support/databases.ts";
import { Fuzzing, type FuzzOptions } from "./fuzz.ts";
import { Findings } from "./report.ts";

/** Fuzzes a new application on a new database of this kind. */
export async function fuzzDatabase(kind: DatabaseKind, options: FuzzOptions): Promise<Findings> {
  const database = await createTestDatabase(kind);
  const findings = new Findings((line) => options.progress(`MISTAKE: ${line}`));
  try {
    const app = await bootApp(database.environment);
    try {
      const fuzzing = await Fuzzing.start(app, kind, options, findings);
      await fuzzing.run();
    } finally {
      await app.close();
    }
  } finally {
    await database.remove();
  }
  return findings;
}
