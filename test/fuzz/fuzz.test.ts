import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { databaseKinds } from "../support/databases.ts";
import { fuzzDatabase } from "./fuzz-database.ts";

/** The same requests every time, unless another seed is asked for. */
const seed = Number(process.env.FUZZ_SEED ?? 1);

describe("hostile requests", () => {
  for (const kind of databaseKinds)
    test(`are refused in good order, and leave nothing behind (${kind})`, async () => {
      const findings = await fuzzDatabase(kind, { seed, runs: 2, progress: () => {} });
      assert.ok(findings.requests > 800);
      assert.equal(findings.describe(), "", `with FUZZ_SEED=${seed}`);
    });
});
