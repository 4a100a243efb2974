import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { successOf } from "../../src/api/http/register.ts";
import { operationGroups } from "../../src/workspace/operation-groups.ts";
import { coverageFile, writeCoverage } from "./api-coverage.ts";
import { specifiedOperations } from "./operations.ts";
import { parts } from "./parts.ts";

const implemented = new Map(
  operationGroups.flatMap(({ operations }) => operations).map((operation) => [operation.id, operation]),
);

describe("the specification", () => {
  test("has 126 operations, each implemented with its method, path and status", () => {
    assert.equal(specifiedOperations.length, 126);
    assert.equal(new Set(specifiedOperations.map(({ id }) => id)).size, 126);
    for (const { id, method, path, status } of specifiedOperations) {
      const operation = implemented.get(id);
      assert.ok(operation, `${id} is not implemented`);
      assert.equal(operation.method, method, id);
      assert.equal(`/v1${operation.path.replace(/[:*](\w+)/g, "{$1}")}`, path, id);
      assert.equal(successOf(operation)[0], status, id);
    }
  });

  test("is covered as stated in docs/api-coverage.md", () => {
    assert.equal(
      readFileSync(coverageFile, "utf8"),
      writeCoverage(),
      "docs/api-coverage.md is out of date: npm run docs:coverage",
    );
  });

  test("is covered as stated in the README", () => {
    const [, specified, ofSpecified, known, ofPackage] =
      /\| (\d+) \| (\d+) \|\n.*\| (\d+) \| (\d+) \|/.exec(writeCoverage()) ?? [];
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8").replace(/\s+/g, " ");
    assert.ok(readme.includes(`${specified} of ${ofSpecified} operations of its specification`));
    assert.ok(readme.includes(`${known} of ${ofPackage} operations of the official package`));
  });

  test("is covered by the suites of the official client", () => {
    assert.deepEqual(new Set(Object.values(parts).flat()), new Set(operationGroups));
  });
});
