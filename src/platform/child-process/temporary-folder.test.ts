import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { removeAbandonedFolders } from "./temporary-folder.ts";

test("folders of work that ended long ago are removed, and nothing else is", async (t) => {
  const place = await mkdtemp(join(tmpdir(), "lectern-test-"));
  t.after(() => rm(place, { recursive: true, force: true }));
  for (const name of ["lectern-apart-old", "lectern-apart-new", "other"])
    await mkdir(join(place, name, "in"), { recursive: true });
  for (const name of ["lectern-apart-old", "other"]) await utimes(join(place, name), 1, 1);
  await removeAbandonedFolders(place);
  assert.deepEqual((await readdir(place)).sort(), ["lectern-apart-new", "other"]);
});
