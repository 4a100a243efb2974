import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fontsFor } from "./book/index.ts";
import { writeReducedFonts } from "./reduce-fonts.ts";

const book = await mkdtemp(join(tmpdir(), "lectern-test-fonts-"));
after(() => rm(book, { recursive: true, force: true }));

/** The fonts of a book with this text: their folders, and the reduced files by name. */
async function reduce(text: string): Promise<{ folders: string[]; files: Map<string, Buffer> }> {
  const target = join(book, text);
  await writeFile(join(book, "main.typ"), text);
  const { large } = fontsFor(text, "");
  await writeReducedFonts(large, book, target);
  const names = (await readdir(target)).sort();
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(target, name))] as const),
  );
  return { folders: large.map(({ folder }) => folder), files: new Map(files) };
}

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

describe("large fonts", () => {
  test("an emoji font keeps all tables except the SVG drawings, which are most of it", async () => {
    const { folders, files } = await reduce("😀");
    const [[name, font] = ["", Buffer.of()], ...others] = files;
    assert.deepEqual(others, []);
    const original = tablesOf(await readFile(join(folders[0] ?? "", "400Regular", name)));
    const reduced = tablesOf(font);
    assert.ok(original.delete("SVG "));
    assert.deepEqual([...reduced.keys()], [...original.keys()]);
    for (const [tag, table] of reduced) assert.ok(table.equals(original.get(tag) ?? Buffer.of()), tag);
    assert.ok(font.length < 6_000_000);
  });

  test("Chinese, Japanese and Korean fonts have only the characters of the book, in three weights", async () => {
    const { files } = await reduce("漢字 かな 한글");
    assert.deepEqual(
      [...files.keys()],
      ["Hans", "JP", "KR"].flatMap((pack) =>
        ["Bold", "Medium", "Regular"].map((weight) => `NotoSans${pack}-${weight}.otf`),
      ),
    );
    for (const [name, font] of files) assert.ok(font.length < 200_000, name);
  });

  test("a book in one script has no large fonts", async () => {
    assert.equal((await reduce("Plain words")).files.size, 0);
  });
});
