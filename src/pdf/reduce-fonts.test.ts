import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fontsFor } from "./book/index.ts";
import { writeReducedFonts } from "./reduce-fonts.ts";

const target = await mkdtemp(join(tmpdir(), "lectern-test-fonts-"));
after(() => rm(target, { recursive: true, force: true }));

/** The tables of a font file, by tag. */
function tablesOf(font: Buffer): Map<string, Buffer> {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + i * 16);
  return new Map(
    entries.map((at) => {
      const start = font.readUInt32BE(at + 8);
      return [font.toString("latin1", at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12))];
    }),
  );
}

test("an emoji font keeps all tables except the SVG drawings, which are most of it", async () => {
  const [folder = ""] = fontsFor("😀", "").largeFolders;
  await writeReducedFonts([folder], target);
  const [name = "", ...others] = await readdir(target);
  assert.deepEqual(others, []);
  const original = tablesOf(await readFile(join(folder, "400Regular", name)));
  const reduced = tablesOf(await readFile(join(target, name)));
  assert.ok(original.delete("SVG "));
  assert.deepEqual([...reduced.keys()], [...original.keys()]);
  for (const [tag, table] of reduced) assert.ok(table.equals(original.get(tag) ?? Buffer.of()), tag);
  assert.ok((await stat(join(target, name))).size < 6_000_000);
});
