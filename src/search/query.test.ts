import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadLanguages } from "./languages.ts";
import { parseQuery, requiredTerms, type Term, toTextQuery } from "./query.ts";

const none: readonly never[] = [];
/** A term as text: `word`, `two words`, with a `*` where it may go on. */
const show = ({ words, isPrefix }: Term) => words.join(" ") + (isPrefix ? "*" : "");
const terms = (query: string) => parseQuery(query, none).map(show);

describe("the terms of a query", () => {
  test("are its words, the last of which may be unfinished", () => {
    assert.deepEqual(terms("Rate  lim"), ["rate", "lim*"]);
    assert.deepEqual(terms("rate limits "), ["rate", "limits*"]);
  });

  test("do not go on from a single letter or digit", () => {
    assert.deepEqual(terms("plan b"), ["plan", "b"]);
    assert.deepEqual(terms("step 1"), ["step", "1"]);
  });

  test("are phrases where they are quoted, in any of the usual ways", () => {
    for (const query of ['"connection refused"', "“connection refused”", "«connection refused»"])
      assert.deepEqual(terms(query), ["connection refused"], query);
    assert.deepEqual(terms('a "quoted phrase" beh'), ["a", "quoted phrase", "beh*"]);
  });

  test("are words where a quote is not closed", () => {
    assert.deepEqual(terms('"connection refu'), ["connection", "refu*"]);
    assert.deepEqual(terms('connection refused"'), ["connection", "refused*"]);
    assert.deepEqual(terms('"one two" "three fo'), ["one two", "three", "fo*"]);
  });

  test("are phrases where words are joined by other signs than spaces", () => {
    assert.deepEqual(terms("node.js 1.2.34"), ["node js", "1 2 34*"]);
    assert.deepEqual(terms("1.2.3"), ["1 2 3"]);
    assert.deepEqual(terms("john.doe@exam"), ["john doe exam*"]);
  });

  test("are words by themselves around an apostrophe, and the short one need not be found", () => {
    for (const query of ["l'installation", "l’installation"]) {
      assert.deepEqual(terms(query), ["l", "installation*"]);
      assert.deepEqual(requiredTerms(parseQuery(query, none)).map(show), ["installation*"]);
    }
  });

  test("are none where nothing is asked", () => {
    for (const query of ["", " ", "...", '"', '""', '" "', "( & | ! )", "🎉", "\u0301"])
      assert.deepEqual(terms(query), [], query);
  });

  test("know no operators", () => {
    assert.deepEqual(terms("a AND b* OR ^c NOT title:d NEAR(early)"), [
      ...["a", "and", "b", "or", "c", "not", "title d", "near early*"],
    ]);
  });

  test("are runs of characters in scripts without spaces", () => {
    const [run] = parseQuery("搜索", none);
    assert.deepEqual([run?.isUnspaced, run?.isPrefix], [true, true]);
    assert.deepEqual(terms("使用Docker"), ["使用", "docker*"]);
  });

  test("are not more than somebody types", () => {
    assert.equal(terms("word ".repeat(100)).length, 24);
  });

  test("have the stems of all languages, and need not be found where one calls them small words", async () => {
    const languages = await loadLanguages(["en", "de"]);
    const [the, houses] = parseQuery("the houses", languages);
    assert.deepEqual([the?.isOptional, houses?.isOptional], [true, false]);
    assert.ok(houses?.stems.includes("hous"));
    const all = parseQuery("the houses", languages);
    assert.deepEqual(requiredTerms(all), all.slice(1));
  });

  test("must all be found where none of them says anything", async () => {
    const all = parseQuery("how to", await loadLanguages(["en"]));
    assert.deepEqual(requiredTerms(all), all);
    assert.equal(toTextQuery(all, "all").terms.length, 2);
  });
});

describe("what the index is asked for", () => {
  test("is each word or one of its stems, and phrases as they are", async () => {
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

  test("is pairs of characters, and the beginning of one for a single character", () => {
    assert.deepEqual(toTextQuery(parseQuery("搜索功", none), "any").terms, [
      [{ words: ["搜索", "索功"], isPrefix: true }],
    ]);
    assert.deepEqual(toTextQuery(parseQuery("搜 word", none), "all").terms[0], [
      { words: ["搜"], isPrefix: true },
    ]);
  });
});
