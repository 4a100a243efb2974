import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { type ZipEntry, zipOf, zipOfTree } from "../../../test/support/zip.ts";
import { ImportError, importLimits } from "../source/imported-tree.ts";
import { type Folder, HostileFolderError } from "./folder.ts";
import { openZipFolder } from "./zip-folder.ts";

describe("a zip file as a folder", () => {
  let tempFolder: string;
  before(async () => {
    tempFolder = await mkdtemp(join(tmpdir(), "lectern-zip-"));
  });
  after(() => rm(tempFolder, { recursive: true, force: true }));

  let count = 0;
  const openBytes = async (bytes: Buffer, maxTotalBytes?: number): Promise<Folder> => {
    const file = join(tempFolder, `${count++}.zip`);
    await writeFile(file, bytes);
    return openZipFolder(file, maxTotalBytes);
  };
  const openEntries = (...entries: ZipEntry[]) => openBytes(zipOf(entries));
  const pathsOf = ({ entries }: Folder) => entries.map(({ path }) => path);
  const assertRefused = (bytes: Buffer, message: RegExp) =>
    assert.rejects(openBytes(bytes), (error) => {
      assert.ok(error instanceof ImportError);
      assert.match(error.message, message);
      return true;
    });

  test("lists files in order, and reads and extracts them", async () => {
    const large = Buffer.alloc(300_000, "0123456789");
    const folder = await openEntries(
      { name: "b.md", bytes: "# B" },
      { name: "a/", bytes: "" },
      { name: "a/x.bin", bytes: large, stored: true },
      { name: "./a//y.md", bytes: "y", zip64: true },
    );
    assert.deepEqual(folder.entries, [
      { path: "b.md", size: 3 },
      { path: "a/x.bin", size: 300_000 },
      { path: "a/y.md", size: 1 },
    ]);
    assert.equal(String(await folder.read("b.md", 3)), "# B");
    assert.equal(String(await folder.read("a/y.md", 1)), "y");
    const to = join(tempFolder, "x");
    assert.equal(await folder.extract("a/x.bin", to, 1_000_000), 300_000);
    assert.ok(large.equals(await readFile(to)));
    await assert.rejects(folder.read("none", 1), /none does not exist/);
    await folder.close();
    await assert.rejects(folder.read("b.md", 3), ImportError);
  });

  test("limits the size of a file, and removes a partial file", async () => {
    const folder = await openEntries({ name: "a.md", bytes: Buffer.alloc(5_000_000) });
    await assert.rejects(folder.read("a.md", 1_000_000), /a\.md is larger than 1000000 bytes/);
    const to = join(tempFolder, "half");
    await assert.rejects(folder.extract("a.md", to, 1_000_000), ImportError);
    assert.ok(!(await readdir(tempFolder)).includes("half"));
    assert.equal((await folder.read("a.md", 5_000_000)).length, 5_000_000);
    await folder.close();
  });

  test("removes a single top-level folder and junk files", async () => {
    const folder = await openBytes(
      zipOfTree({
        "docs-main/README.md": "",
        "docs-main/a/b.md": "",
        "docs-main/.git/config": "",
        "docs-main/a/.DS_Store": "",
        "__MACOSX/docs-main/._README.md": "",
      }),
    );
    assert.deepEqual(pathsOf(folder), ["README.md", "a/b.md"]);
    assert.equal(folder.skipped, 0);
    assert.equal((await folder.read("README.md", 10)).length, 0);
    await folder.close();
  });

  test("decodes names in UTF-8 or code page 437, and replaces backslashes", async () => {
    const folder = await openEntries(
      { name: "über.md", flags: 0 },
      { name: Buffer.from([0x81, 0x62, 0x65, 0x72, 0x2e, 0x6d, 0x64]), flags: 0x800 },
      { name: "u\u0308nder.md" },
      { name: "a\\b.md" },
    );
    // The second has the same name as the first in another encoding.
    assert.deepEqual(pathsOf(folder), ["über.md", "ünder.md", "a/b.md"]);
    await folder.close();
  });

  test("skips symbolic links, invalid names and duplicates", async () => {
    const folder = await openEntries(
      { name: "a.md", bytes: "first" },
      { name: "A.MD", bytes: "second" },
      { name: "a.md", bytes: "third" },
      { name: "link.md", bytes: "/etc/passwd", mode: 0o120777 },
      { name: "x\0.md" },
      { name: `${"d/".repeat(30_000)}x.md` },
      { name: "y.md" },
    );
    assert.deepEqual(pathsOf(folder), ["a.md", "y.md"]);
    assert.equal(folder.skipped, 4, "the symbolic link is counted");
    assert.equal(String(await folder.read("a.md", 10)), "first");
    await folder.close();
  });

  test("is rejected if a name points outside it", async () => {
    for (const name of ["../a.md", "a/../../b.md", "..\\a.md", "/etc/x.md", "\\x.md", "C:\\x.md", "a/.."])
      await assertRefused(zipOf([{ name: "README.md" }, { name }]), /a path outside the folder/);
  });

  test("is rejected if it is encrypted, has too many entries or is not a zip file", async () => {
    await assertRefused(zipOf([{ name: "a.md", bytes: "x", flags: 0x801 }]), /is encrypted/);
    await assertRefused(zipOf([{ name: "a.md", bytes: "x", flags: 0x841 }]), /encryption/);
    const valid = zipOf([
      { name: "a.md", bytes: "x" },
      { name: "b.md", bytes: "y" },
    ]);
    await assertRefused(zipOf([], { entryCount: 20_001 }), /more than 20,000 files/);
    await assertRefused(zipOf([{ name: "a.md" }], { entryCount: 2 }), /not a readable zip file/);
    await assertRefused(Buffer.from("not a zip file"), /not a readable zip file/);
    await assertRefused(Buffer.alloc(0), /not a readable zip file/);
    await assertRefused(valid.subarray(0, -10), /not a readable zip file/);
    await assertRefused(valid.subarray(20), /not a readable zip file/);
  });

  test("throws only ImportErrors, whichever byte is corrupt", async () => {
    const valid = zipOf([
      { name: "a.md", bytes: "x".repeat(100) },
      { name: "b.md", bytes: "y", stored: true },
    ]);
    for (let index = 0; index < valid.length; index++) {
      const corrupt = Buffer.from(valid);
      corrupt[index] = (corrupt[index] ?? 0) ^ 0xff;
      const folder = await openBytes(corrupt).catch((error) =>
        assert.ok(error instanceof ImportError, error),
      );
      for (const { path } of folder?.entries ?? [])
        await folder?.read(path, 1000).catch((error) => assert.ok(error instanceof ImportError, error));
      await folder?.close();
    }
  });

  test("is rejected if it is a zip bomb", async () => {
    const zeros = Buffer.alloc(1_000_000);
    await assertRefused(zipOf([{ name: "a", bytes: zeros, size: 4e9 }]), /impossible size/);
    const packed = deflateRawSync(zeros);
    const size = zeros.length;
    const many = Array.from({ length: 600 }, (_, i) => ({ name: `${i}`, packed, size }));
    await assertRefused(zipOf(many), /far more than its size/);
    await assertRefused(
      zipOf([
        { name: "a", bytes: "abc" },
        { name: "b", bytes: "abc", sameAs: 0 },
      ]),
      /overlap each other/,
    );
  });

  test("is rejected if its central directory is too long", async () => {
    const comment = Buffer.alloc(65_535, "x");
    const many = Array.from({ length: 260 }, (_, i) => ({ name: `${i}`, comment }));
    await assertRefused(zipOf(many), /list of files is too long/);
    const folder = await openEntries(...many.slice(0, 200));
    assert.equal(folder.entries.length, 200);
    await folder.close();
  });

  test("throws a HostileFolderError if a file is larger than its declared size", async () => {
    for (const stored of [true, false]) {
      const folder = await openEntries({ name: "a.md", bytes: Buffer.alloc(100_000), size: 10, stored });
      await assert.rejects(folder.read("a.md", 1_000_000), HostileFolderError);
      await folder.close();
    }
  });

  test("reads the other files if some are damaged", async () => {
    const folder = await openEntries(
      { name: "checksum", bytes: "abc", checksum: 1 },
      { name: "short", bytes: "abc", size: 5 },
      { name: "method", bytes: "abc", method: 99 },
      { name: "garbage", bytes: "\xff\xff\xff", stored: true, method: 8 },
      { name: "valid", bytes: "abc" },
    );
    for (const path of ["checksum", "short", "method", "garbage"])
      await assert.rejects(
        folder.read(path, 100),
        (error) => error instanceof ImportError && !(error instanceof HostileFolderError),
      );
    assert.equal(String(await folder.read("valid", 100)), "abc");
    await folder.close();
  });

  test("limits the total number of bytes", async () => {
    const bytes = Buffer.alloc(1024 * 1024);
    const folder = await openBytes(zipOfTree({ a: bytes, b: "x" }), 2.5 * bytes.length);
    for (const to of ["one", "two"]) await folder.extract("a", join(tempFolder, to), importLimits.file);
    await assert.rejects(folder.extract("a", join(tempFolder, "three"), importLimits.file), /2 MB in total/);
    await assert.rejects(folder.read("b", 10), ImportError);
    await folder.close();
  });

  test("opens 20,000 files", async () => {
    const bytes = zipOf(
      Array.from({ length: 20_000 }, (_, i) => ({ name: `f/${i}.md`, bytes: "x", stored: true })),
    );
    const folder = await openBytes(bytes);
    assert.equal(folder.entries.length, 20_000);
    await folder.close();
  });
});
