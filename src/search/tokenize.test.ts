import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fold } from "../platform/text.ts";
import { bigramsOf, bigramsToIndex, tokenize, withoutAccents } from "./tokenize.ts";

const words = (text: string) => tokenize(text).map((run) => run.text);

describe("the words of a text", () => {
  test("are its letters and digits, in lower case", () => {
    assert.deepEqual(words("Set LOG_LEVEL=debug, then run v1.2.3!"), [
      ...["set", "log", "level", "debug", "then", "run", "v1", "2", "3"],
    ]);
    assert.deepEqual(words("john.doe@example.com"), ["john", "doe", "example", "com"]);
    assert.deepEqual(words(" \t\n?!… “ ” 🎉 "), []);
  });

  test("are found in linear time among many accents", () => {
    // Without a limit, this would take minutes.
    assert.deepEqual(words(`a${"\u0323\u0307".repeat(240_000)} word`), ["a", "word"]);
    assert.equal(fold(`A${"\u0323\u0307".repeat(240_000)}`), "a");
  });

  test("are the same with and without accents, in every script that has them", () => {
    const equivalents = [
      ["Éditeur", "editeur"],
      ["e\u0301diteur", "editeur"],
      ["Straße", "strasse"],
      ["STRASSE", "strasse"],
      ["ĐƯỜNG", "duong"],
      ["İstanbul", "istanbul"],
      ["ışık", "isik"],
      ["Ærø", "aero"],
      ["Łódź", "lodz"],
      ["Ἑλλάδα", "ελλαδα"],
      ["Ещё", "еще"],
    ] as const;
    for (const [written, folded] of equivalents) assert.deepEqual(words(written), [folded], written);
  });

  test("are the same in every Unicode normalization form", () => {
    assert.deepEqual(words("ﬁle Ｗｉｄｅ x²"), ["file", "wide", "x2"]);
    assert.deepEqual(words("한국어".normalize("NFD")), ["한국어"]);
  });

  test("have their accented form and their offset", () => {
    const [, second] = tokenize("À côté");
    assert.deepEqual(second, { text: "cote", accented: "côté", isUnspaced: false, at: 2 });
    const [, plain] = tokenize("a word");
    assert.deepEqual(plain, { text: "word", accented: "word", isUnspaced: false, at: 2 });
  });

  test("are truncated if they are too long", () => {
    const [long = ""] = words("x".repeat(500));
    assert.equal(long.length, 64);
    assert.deepEqual(words(`${"é".repeat(500)} end`), ["e".repeat(64), "end"]);
  });

  test("are never empty, even for a lone accent", () => {
    assert.deepEqual(words("a \u0301 b (\u0308)"), ["a", "b"]);
  });

  test("are separate from text of scripts without spaces", () => {
    const kinds = tokenize("使用Docker部署").map(({ text, isUnspaced }) => [text, isUnspaced]);
    assert.deepEqual(kinds, [
      ["使用", true],
      ["docker", false],
      ["部署", true],
    ]);
    for (const text of ["检索", "データ", "ひらがな", "검색", "ตั้งค่า"])
      assert.equal(tokenize(text)[0]?.isUnspaced, true, text);
    for (const text of ["नमस्ते", "مرحبا", "שלום", "Привет"])
      assert.deepEqual([tokenize(text).length, tokenize(text)[0]?.isUnspaced], [1, false], text);
  });
});

describe("bigrams", () => {
  test("of a query are its adjacent characters", () => {
    assert.deepEqual(bigramsOf("搜索功能"), ["搜索", "索功", "功能"]);
    assert.deepEqual(bigramsOf("搜"), ["搜"]);
    assert.deepEqual(bigramsOf(""), []);
  });

  test("of indexed text include the last character alone", () => {
    assert.deepEqual(bigramsToIndex("搜索功能"), ["搜索", "索功", "功能", "能"]);
    assert.deepEqual(bigramsToIndex("搜"), ["搜"]);
  });

  test("do not split surrogate pairs", () => {
    assert.deepEqual(bigramsOf("𠀀𠀁𠀂"), ["𠀀𠀁", "𠀁𠀂"]);
  });
});

test("removing accents is idempotent", () => {
  for (const word of ["straße", "ışık", "ελλάδα", "ёлка", "ガイド", "한국", "đường", "plain"]) {
    const folded = withoutAccents(word);
    assert.equal(withoutAccents(folded), folded, word);
  }
});
