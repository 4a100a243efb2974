import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import fc from "fast-check";
import { diskTarget } from "./disk-target.ts";
import { safeFileName, safePageName } from "./file-names.ts";

const pieces = fc.constantFrom(
  "..",
  ".",
  "/",
  "\\",
  "\0",
  "\n",
  "a",
  "ü",
  "漢",
  " ",
  "C:",
  "con",
  '<>"|?*',
  "\ud800",
);
const names = fc.array(pieces, { maxLength: 120 }).map((parts) => parts.join(""));

describe("names of exported files", () => {
  test("are valid on any file system", () => {
    fc.assert(
      fc.property(names, (name) => {
        for (const safe of [safePageName(name), safeFileName(name)]) {
          assert.match(safe, /^[^\p{Cc}<>:"/\\|?*]*[^\p{Cc}<>:"/\\|?*. ]$/u);
          assert.doesNotMatch(safe, /^(?:con|aux|nul)(?:\.|$)/i);
          assert.ok(Buffer.byteLength(safe) <= 220 && safe.isWellFormed());
        }
      }),
      { examples: [["x/../../pwned"], [".."], ["aux"], ["...con"], [`${"a".repeat(179)}.b`]] },
    );
    assert.deepEqual(["a.b", "x.", "Über", "CON"].map(safePageName), ["a.b", "x", "Über", "page-CON"]);
  });

  test("that lead out of the folder are rejected", async () => {
    const temporary = await mkdtemp(join(tmpdir(), "lectern-export-"));
    try {
      const target = diskTarget(join(temporary, "out"));
      for (const path of ["../x.md", "a/../../x.md", join(temporary, "x.md"), "", "../output/x.md"])
        await assert.rejects(target.write(path, "text"), /is outside the folder/);
      await target.write("a/..b.md", "text");
      assert.deepEqual(await readdir(temporary, { recursive: true }).then((all) => all.sort()), [
        "out",
        "out/a",
        "out/a/..b.md",
      ]);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  });
});
