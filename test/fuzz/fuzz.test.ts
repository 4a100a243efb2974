import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { databaseKinds } from "../support/databases.ts";
import { fuzzDatabase } from "./fuzz.ts";

/** The same requests in every run, unless FUZZ_SEED is set. */
const seed = Number(process.env.FUZZ_SEED ?? 1);

describe("hostile requests", () => {
  for (const kind of databaseKinds)
    test(`get correct responses and write nothing (${kind})`, async () => {
      const findings = await fuzzDatabase(kind, { seed, runs: 1, progress: () => {} });
      assert.ok(findings.requests > 400);
      assert.equal(findings.describe(), "", `with FUZZ_SEED=${seed}`);
    });
});
