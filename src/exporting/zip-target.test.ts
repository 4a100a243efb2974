import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { openPromise } from "yauzl";
import { openZip } from "./zip-target.ts";

describe("a zip file", () => {
  test("has texts and files that other programs read, also more than the format has without its extension", async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "lectern-zip-"));
    t.after(() => rm(folder, { recursive: true }));
    const zip = await openZip(join(folder, "a.zip"));
    const count = 65_600;
    await zip.write("größe/README.md", "# Größe\n".repeat(100));
    await zip.write(
      "a.bin",
      (async function* () {
        yield Buffer.from([1, 2]);
        yield Buffer.from([3]);
      })(),
    );
    await zip.write("empty", "");
    for (const path of ["../a", "a/../../b", "a\\..\\b", "/a"])
      await assert.rejects(zip.write(path, ""), /is outside the folder/);
    for (let i = 3; i < count; i++) await zip.write(`pages/${i}.md`, "x");
    assert.ok((await zip.finish()) > 0);
    const read = await openPromise(join(folder, "a.zip"), { lazyEntries: true });
    assert.equal(read.entryCount, count);
    const texts: string[] = [];
    for await (const entry of read.eachEntry()) {
      if (texts.length === 3) break;
      const bytes = await Array.fromAsync((await read.openReadStreamPromise(entry)) as AsyncIterable<Buffer>);
      texts.push(`${entry.fileName} ${Buffer.concat(bytes).toString("latin1").length}`);
    }
    assert.deepEqual(texts, ["größe/README.md 1000", "a.bin 3", "empty 0"]);
    read.close();
  });
});
