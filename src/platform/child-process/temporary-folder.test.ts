import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { removeAbandonedFolders } from "./temporary-folder.ts";

test("removes temporary folders that are older than a day, and no others", async (t) => {
  const parent = await mkdtemp(join(tmpdir(), "lectern-test-"));
  t.after(() => rm(parent, { recursive: true, force: true }));
  for (const name of ["lectern-task-old", "lectern-task-new", "other"])
    await mkdir(join(parent, name, "in"), { recursive: true });
  for (const name of ["lectern-task-old", "other"]) await utimes(join(parent, name), 1, 1);
  await removeAbandonedFolders(parent);
  assert.deepEqual((await readdir(parent)).sort(), ["lectern-task-new", "other"]);
});
