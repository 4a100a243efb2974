import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { databaseKinds } from "../support/databases.ts";
import { drive } from "./drive.ts";
import { findProblems, findUndriven } from "./report.ts";
import { operations } from "./requests.ts";
import { shortScale } from "./scales.ts";

/** Generous, because other tests run at the same time: in milliseconds and MB. */
const limits = { wait: 1000, memory: 300 };

/** Starting child processes takes long: one import and one PDF are made, on one database. */
const startsProcess = /\/(import|pdf)$/;
const withProcess = ["importContent", "getSpacePDF"];

describe("the largest requests for every operation", () => {
  for (const kind of databaseKinds)
    test(`keep nobody waiting and take little memory (${kind})`, async () => {
      const only = operations
        .filter(
          ({ id, path }) => !startsProcess.test(path) || (kind === "sqlite" && withProcess.includes(id)),
        )
        .map(({ id }) => id);
      const results = await drive(kind, { ...shortScale, only, limits });
      assert.deepEqual([...findProblems(results, limits), ...findUndriven(results, only)], []);
    });
});
