import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { ImportError } from "../source/imported-tree.ts";
import { openDiskFolder } from "./disk-folder.ts";

describe("a folder on the disk", () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), "lectern-folder-"));
    await mkdir(join(root, "b/c/.git"), { recursive: true });
    for (const file of ["z.md", "b/y.md", "b/c/x.md", "b/c/.git/config", ".DS_Store", "odd: name.md"])
      await writeFile(join(root, file), file);
    await symlink("/etc", join(root, "etc"));
    await symlink(join(root, "z.md"), join(root, "link.md"));
  });
  after(() => rm(root, { recursive: true, force: true }));

  test("lists its files without symbolic links and junk", async () => {
    const folder = await openDiskFolder(root);
    assert.deepEqual(folder.entries, [
      { path: "odd: name.md", size: 12 },
      { path: "z.md", size: 4 },
      { path: "b/y.md", size: 6 },
      { path: "b/c/x.md", size: 8 },
    ]);
    assert.equal(String(await folder.read("b/c/x.md", 8)), "b/c/x.md");
    await assert.rejects(folder.read("b/c/x.md", 7), /larger than 7 bytes/);
    assert.equal(await folder.extract("z.md", join(root, "..", `${process.pid}-z`), 10), 4);
    await rm(join(root, "..", `${process.pid}-z`));
    await folder.close();
  });

  test("does not read a file that was removed or replaced by a link", async () => {
    const folder = await openDiskFolder(root);
    await rm(join(root, "b/y.md"));
    await assert.rejects(folder.read("b/y.md", 100), ImportError);
    await symlink("/etc/passwd", join(root, "b/y.md"));
    await assert.rejects(folder.read("b/y.md", 100_000), ImportError);
    await assert.rejects(openDiskFolder(join(root, "none")), ImportError);
  });
});
