import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { words } from "../../src/app/words/index.ts";
import { jobKinds } from "../../src/server/jobs/kinds.ts";
import { operationGroups } from "../../src/workspace/index.ts";
import { readRoutes } from "./called-routes.ts";

test("every kind of job has a name in the workspace", () => {
  assert.deepEqual(Object.keys(words.server.jobs.kinds).sort(), Object.keys(jobKinds).sort());
});

test("every operation is called by the workspace, or named in docs/workspace.md as one that is not", () => {
  const called = readRoutes(fileURLToPath(new URL("../../src/app", import.meta.url)));
  const text = readFileSync(new URL("../../docs/workspace.md", import.meta.url), "utf8");
  const [, chapter = ""] = text.split("## What only the API does\n");
  const [list = ""] = chapter.split(/^## /m);
  const cells = [...list.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = ""]) => cell);
  const named = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, id]) => id));
  const operations = operationGroups.flatMap((group) => group.operations);
  const unused = operations
    .filter(({ method, path }) => !called.has(`${method} ${path}`))
    .map(({ id }) => id);
  assert.ok(called.size > 200 && unused.length > 50);
  assert.deepEqual(named.toSorted(), unused.toSorted());
});
