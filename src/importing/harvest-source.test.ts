import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { outlineOf, testHarvesting } from "../../test/support/importing.ts";
import { zipOfTree } from "../../test/support/zip.ts";
import { harvestSource } from "./harvest-source.ts";
import { type Harvest, ImportError, type ImportOrder } from "./source.ts";

type Source = ImportOrder["source"];

async function harvestFrom(t: TestContext, source: Source, from: ImportOrder["from"]): Promise<Harvest> {
  const { folder, report } = await testHarvesting(t);
  return harvestSource({ source, from, folder, allowPrivateNetwork: true }, report);
}

const harvestBytes = async (t: TestContext, source: Source, name: string, bytes: string | Uint8Array) => {
  const { folder } = await testHarvesting(t);
  await writeFile(join(folder, name), bytes);
  return harvestFrom(t, source, { path: join(folder, name) });
};

function refused(work: Promise<unknown>, reason: RegExp): Promise<void> {
  return assert.rejects(work, (error) => {
    assert.ok(error instanceof ImportError, String(error));
    assert.match(error.message, reason);
    return true;
  });
}

describe("a source on this machine", () => {
  test("is a file where it is one document, and nothing that may go on forever", async (t) => {
    const { folder } = await testHarvesting(t);
    execFileSync("mkfifo", [join(folder, "pipe")]);
    await mkdir(join(folder, "docs"));
    for (const source of ["markdown", "html", "docx"] as const)
      await refused(harvestFrom(t, source, { path: join(folder, "docs") }), /^docs is a folder/);
    for (const source of ["html", "docx", "google-docs", "zip", "notion"] as const) {
      await refused(harvestFrom(t, source, { path: "/dev/zero" }), /^zero is no file/);
      await refused(harvestFrom(t, source, { path: join(folder, "pipe") }), /^pipe is no file/);
      await refused(harvestFrom(t, source, { path: join(folder, "none") }), /^none cannot be read/);
    }
  });

  test("is not read where it is larger than a document can be", async (t) => {
    const { folder } = await testHarvesting(t);
    const path = join(folder, "large");
    await writeFile(path, "");
    await truncate(path, 400 * 1024 * 1024);
    const before = process.memoryUsage().rss;
    for (const source of ["markdown", "html", "docx", "google-docs"] as const)
      await refused(harvestFrom(t, source, { path }), /too large/);
    assert.ok(process.memoryUsage().rss - before < 100 * 1024 * 1024);
  });

  test("of Google Docs is a page, or a folder of one with its images", async (t) => {
    const page = "<title>Plan</title><p>Text</p>";
    assert.equal(outlineOf(await harvestBytes(t, "google-docs", "plan.html", page)), "Plan");
    const zip = zipOfTree({ "Plan.html": page, "images/a.png": "x" });
    assert.equal(outlineOf(await harvestBytes(t, "google-docs", "plan.zip", zip)), "Plan");
    const { folder } = await testHarvesting(t);
    await writeFile(join(folder, "Plan.html"), page);
    assert.equal(outlineOf(await harvestFrom(t, "google-docs", { path: folder })), "Plan");
  });
});
