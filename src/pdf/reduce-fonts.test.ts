import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fontsFor } from "./book/index.ts";
import { writeReducedFonts } from "./reduce-fonts.ts";

const book = await mkdtemp(join(tmpdir(), "lectern-test-fonts-"));
after(() => rm(book, { recursive: true, force: true }));

/** The reduced font files of a book with this text, by name. */
async function reduce(text: string): Promise<Map<string, Buffer>> {
  const target = join(book, text);
  await writeFile(join(book, "main.typ"), text);
  await writeReducedFonts(fontsFor(text, "").largeFolders, book, target);
  const names = (await readdir(target)).sort();
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(target, name))] as const),
  );
  return new Map(files);
}

describe("large fonts", () => {
  test("Chinese, Japanese and Korean fonts have only the characters of the book, in two weights", async () => {
    const files = await reduce("漢字 かな 한글");
    assert.deepEqual(
      [...files.keys()],
      ["Hans", "JP", "KR"].flatMap((pack) =>
        ["Bold", "Regular"].map((weight) => `NotoSans${pack}-${weight}.otf`),
      ),
    );
    for (const [name, font] of files) assert.ok(font.length < 200_000, name);
  });

  test("a book in one script has no large fonts", async () => {
    assert.equal((await reduce("Plain words 😀")).size, 0);
  });
});
