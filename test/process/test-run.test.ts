import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../run.ts", import.meta.url));

describe("a test run", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "lectern-failing-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs tests, given by the code of each file. */
  function run(files: Readonly<Record<string, string>>, variables: object = {}) {
    const paths = Object.entries(files).map(([name, code]) => {
      const path = join(folder, `${name}.test.mjs`);
      const imports = `import { before, describe, test } from "node:test";\nimport { existsSync, writeFileSync } from "node:fs";`;
      writeFileSync(path, `${imports}\n${code}\n`);
      return path;
    });
    // With this variable, the runner would report to this test run.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    return spawnSync(process.execPath, [program, ...paths], {
      env: { ...env, ...variables },
      encoding: "utf8",
    });
  }

  /** Code that fails if it runs for the first time. */
  const once = (code: string) => {
    const path = JSON.stringify(join(folder, "has-run"));
    return `if (!existsSync(${path})) { writeFileSync(${path}, ""); ${code} }`;
  };

  test("repeats the files of failed tests, and says so", () => {
    const { status, stdout, stderr } = run({
      shaky: `test("slow", () => { ${once(`throw new Error("too late")`)} }); test("quick", () => {});`,
      steady: `test("steady", () => {});`,
    });
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /Error: too late/);
    assert.match(stdout, /Passed at the second run, alone:\n {2}slow\n\n/);
    assert.equal(stdout.match(/✔ quick/g)?.length, 2);
    assert.equal(stdout.match(/✔ steady/g)?.length, 1);
  });

  test("fails if a test, a hook or a process fails twice, even if it starts PostgreSQL", () => {
    const failing = {
      one: `test("one", () => { throw new Error("no"); });`,
      hooked: `describe("hooked", () => { before(() => { throw new Error("no"); }); test("two", () => {}); });`,
      crashing: `test("three", () => process.kill(process.pid, "SIGKILL"));`,
    };
    const { status, stdout, stderr } = run(failing, { TEST_DATABASE_URL: "" });
    assert.equal(status, 1, stdout + stderr);
    assert.match(stdout, /Failed twice/);
    const [, names = ""] = /run once more, alone:\n(.+?)\n\n/s.exec(stdout) ?? [];
    const listed = names.split("\n").map((name) => name.trim());
    for (const name of ["one", "hooked"]) assert.ok(listed.includes(name), stdout);
    assert.match(names, /crashing/);
  });
});
