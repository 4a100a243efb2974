import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { databaseKinds } from "../support/databases.ts";
import { operations } from "../worst-case/requests.ts";
import { fuzzDatabase } from "./fuzz.ts";

/** The same requests in every run, unless FUZZ_SEED is set. */
const seed = Number(process.env.FUZZ_SEED ?? 1);

describe("hostile requests", () => {
  for (const kind of databaseKinds)
    test(`get correct responses and write nothing (${kind})`, async () => {
      // Each operation on one of the databases. `npm run test:fuzz` sends more, to both.
      const only = operations.map(({ id }) => id).filter((_, i) => databaseKinds[i % 2] === kind);
      const findings = await fuzzDatabase(kind, { seed, runs: 1, only, progress: () => {} });
      assert.ok(findings.requests > 200, `${findings.requests} requests`);
      assert.equal(findings.describe(), "", `with FUZZ_SEED=${seed}`);
    });
});
