import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";

describe("a test run", () => {
  test("fails if a test fails, even if it starts PostgreSQL", () => {
    const folder = mkdtempSync(join(tmpdir(), "lectern-failing-"));
    try {
      // With these variables, the runner would report to this test run.
      const { NODE_TEST_CONTEXT: _, TEST_DATABASE_URL: __, ...env } = process.env;
      const file = join(folder, "failing.test.mjs");
      writeFileSync(
        file,
        `import { test } from "node:test";\ntest("one", () => { throw new Error("no"); });\n`,
      );
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ["--test", "--test-global-setup=test/support/global-setup.ts", file],
        { env, encoding: "utf8" },
      );
      assert.equal(status, 1, stdout + stderr);
      assert.match(stdout, /Error: no/, "the test did not run");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
