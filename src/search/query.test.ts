import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadLanguages } from "./languages.ts";
import { parseQuery, requiredTerms, type Term, toTextQuery } from "./query.ts";

const none: readonly never[] = [];
/** A term as text: `word`, `two words`, with a `*` for a prefix. */
const show = ({ words, isPrefix }: Term) => words.join(" ") + (isPrefix ? "*" : "");
const terms = (query: string) => parseQuery(query, none).map(show);

describe("the terms of a query", () => {
  test("are its words, the last of which is a prefix", () => {
    assert.deepEqual(terms("Rate  lim"), ["rate", "lim*"]);
    assert.deepEqual(terms("rate limits "), ["rate", "limits*"]);
  });

  test("are not prefixes if they are a single letter or digit", () => {
    assert.deepEqual(terms("plan b"), ["plan", "b"]);
    assert.deepEqual(terms("step 1"), ["step", "1"]);
  });

  test("are phrases in all common quotation marks", () => {
    for (const query of ['"connection refused"', "“connection refused”", "«connection refused»"])
      assert.deepEqual(terms(query), ["connection refused"], query);
    assert.deepEqual(terms('a "quoted phrase" beh'), ["a", "quoted phrase", "beh*"]);
  });

  test("are words if a quote is not closed", () => {
    assert.deepEqual(terms('"connection refu'), ["connection", "refu*"]);
    assert.deepEqual(terms('connection refused"'), ["connection", "refused*"]);
    assert.deepEqual(terms('"one two" "three fo'), ["one two", "three", "fo*"]);
  });

  test("are phrases if words are joined without spaces", () => {
    assert.deepEqual(terms("node.js 1.2.34"), ["node js", "1 2 34*"]);
    assert.deepEqual(terms("1.2.3"), ["1 2 3"]);
    assert.deepEqual(terms("john.doe@exam"), ["john doe exam*"]);
  });

  test("are split at an apostrophe, and a single letter is optional", () => {
    for (const query of ["l'installation", "l’installation"]) {
      assert.deepEqual(terms(query), ["l", "installation*"]);
      assert.deepEqual(requiredTerms(parseQuery(query, none)).map(show), ["installation*"]);
    }
  });

  test("are empty for a blank query", () => {
    for (const query of ["", " ", "...", '"', '""', '" "', "( & | ! )", "🎉", "\u0301"])
      assert.deepEqual(terms(query), [], query);
  });

  test("have no operators", () => {
    assert.deepEqual(terms("a AND b* OR ^c NOT title:d NEAR(early)"), [
      ...["a", "and", "b", "or", "c", "not", "title d", "near early*"],
    ]);
  });

  test("are whole runs in scripts without spaces", () => {
    const [run] = parseQuery("搜索", none);
    assert.deepEqual([run?.isUnspaced, run?.isPrefix], [true, true]);
    assert.deepEqual(terms("使用Docker"), ["使用", "docker*"]);
  });

  test("are limited in number", () => {
    const words = Array.from({ length: 100 }, (_, i) => `word${i}`);
    assert.equal(terms(words.join(" ")).length, 24);
    assert.deepEqual(terms("word ".repeat(100)), ["word*"]);
    assert.deepEqual(terms('rate limit rate "rate limit" rate limit'), ["rate limit", "rate", "limit*"]);
  });

  test("have the stems of all languages, and are optional if they are stop words", async () => {
    const languages = await loadLanguages(["en", "de"]);
    const [the, houses] = parseQuery("the houses", languages);
    assert.deepEqual([the?.isOptional, houses?.isOptional], [true, false]);
    assert.ok(houses?.stems.includes("hous"));
    const all = parseQuery("the houses", languages);
    assert.deepEqual(requiredTerms(all), all.slice(1));
  });

  test("are all required if all are stop words", async () => {
    const all = parseQuery("how to", await loadLanguages(["en"]));
    assert.deepEqual(requiredTerms(all), all);
    assert.equal(toTextQuery(all, "all").terms.length, 2);
  });
});

describe("the full-text query", () => {
  test("has each word or one of its stems, and phrases", async () => {
    const found = toTextQuery(parseQuery('"rate limits" houses ru', await loadLanguages(["en"])), "all");
    assert.deepEqual(found, {
      mode: "all",
      terms: [
        [{ words: ["rate", "limits"], isPrefix: false }],
        [
          { words: ["houses"], isPrefix: false },
          { words: ["hous"], isPrefix: false },
        ],
        [{ words: ["ru"], isPrefix: true }],
      ],
    });
  });

  test("has bigrams, and a prefix for a single character", () => {
    assert.deepEqual(toTextQuery(parseQuery("搜索功", none), "any").terms, [
      [{ words: ["搜索", "索功"], isPrefix: true }],
    ]);
    assert.deepEqual(toTextQuery(parseQuery("搜 word", none), "all").terms[0], [
      { words: ["搜"], isPrefix: true },
    ]);
  });
});
