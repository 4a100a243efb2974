import assert from "node:assert/strict";
import { test } from "node:test";
import { drive, readerPages } from "./drive.ts";
import { findProblems, findUndriven } from "./report.ts";
import { operations } from "./requests.ts";
import { shortScale } from "./scales.ts";

/** Generous, because other tests run at the same time: in milliseconds and MB. */
const limits = { wait: 1000, memory: 300 };

/** Starting child processes takes long: one import and one PDF are made. */
const startsProcess = /\/(import|pdf)$/;
const withProcess = ["importContent", "getSpacePDF"];

/** `npm run test:worst` measures larger requests, and PostgreSQL. */
test("the largest requests for every operation keep nobody waiting and take little memory", async () => {
  const driven = operations.filter(({ id, path }) => !startsProcess.test(path) || withProcess.includes(id));
  const only = [readerPages, ...driven.map(({ id }) => id)];
  const results = await drive("sqlite", { ...shortScale, only, limits });
  assert.deepEqual([...findProblems(results, limits), ...findUndriven(results, only)], []);
});
