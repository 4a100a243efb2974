import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fontsFor } from "./fonts.ts";

test("a book has the fonts that its text needs, and its predominant language", () => {
  const plain = fontsFor("x", "Plain words, Ελληνικά, Русский");
  assert.deepEqual([plain.folders.length, plain.largeFolders.length], [2, 0]);
  assert.deepEqual([plain.language, plain.isRightToLeft], ["en", false]);
  const all = fontsFor("😀 漢字 かな 한글 عربي עברית", "漢字 かな かな かな");
  assert.deepEqual(all.text.slice(0, 7), [
    "Inter",
    "Noto Color Emoji",
    "Noto Sans Japanese",
    "Noto Sans Korean",
    "Noto Sans S Chinese",
    "Noto Naskh Arabic",
    "Noto Sans Hebrew",
  ]);
  for (const folder of [...all.folders, ...all.largeFolders]) assert.ok(existsSync(folder), folder);
  assert.equal(all.language, "ja");
  assert.deepEqual(
    [fontsFor("", "我能吞下玻璃").language, fontsFor("", "나는 유리를").language],
    ["zh", "ko"],
  );
  const arabic = fontsFor("", "مرحبا بالعالم هذا نص API");
  assert.deepEqual([arabic.language, arabic.isRightToLeft], ["ar", true]);
});
