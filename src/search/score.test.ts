import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Language, loadLanguages } from "./languages.ts";
import { parseQuery } from "./query.ts";
import { containsAny, matchAt, type ScoredText, scoreOf } from "./score.ts";
import { TokenizedText } from "./tokenize.ts";

const none: readonly Language[] = [];
const english = await loadLanguages(["en"]);
const filler = "nothing to see here ".repeat(20);

/** Asserts that each text has a higher score than the next one. */
function assertOrder(query: string, ...sections: readonly Partial<ScoredText>[]): void {
  const terms = parseQuery(query, english);
  const scores = sections.map((section) =>
    scoreOf(terms, { title: "Page", heading: "", body: "", ...section }),
  );
  for (const [i, score] of scores.entries())
    if (i > 0) assert.ok((scores[i - 1] ?? 0) > score, `${query}: ${scores.join(" > ")}`);
}

describe("a section has a higher score", () => {
  test("for a match in the title than in the heading or the body", () => {
    assertOrder(
      "backup",
      { title: "Backup" },
      { heading: "Backup" },
      { body: "backup backup backup backup" },
      {},
    );
  });

  test("if the title equals the query", () => {
    assertOrder("backups", { title: "Backups" }, { title: "Backups of the server" }, { title: "Restoring" });
  });

  test("for the exact word than for its stem or a longer word", () => {
    assertOrder("backup", { body: "a backup" }, { body: "some backups" }, {});
  });

  test("if more words match", () => {
    assertOrder(
      "restore backup",
      { body: "restore the backup" },
      { body: `restore ${filler}` },
      { body: "neither" },
    );
  });

  test("for more occurrences, with saturation", () => {
    assertOrder("backup", { body: "backup ".repeat(3) }, { body: "backup ".repeat(2) }, { body: "backup" });
    const [few, many] = [10, 1000].map((count) =>
      scoreOf(parseQuery("backup", none), { title: "", heading: "", body: "backup ".repeat(count) }),
    );
    assert.ok((many ?? 0) - (few ?? 0) < 0.3);
  });

  test("if stop words match as well, but not if only stop words match", () => {
    assertOrder(
      "how to install",
      { title: "How to install" },
      { title: "Install" },
      { title: "How to do something" },
    );
  });

  test("independently of the length of its text", () => {
    const terms = parseQuery("backup", english);
    const short = scoreOf(terms, { title: "Backup", heading: "", body: "short" });
    assert.equal(scoreOf(terms, { title: "Backup", heading: "", body: filler.repeat(100) }), short);
  });
});

describe("a term matches", () => {
  const match = (query: string, text: string, languages = none) => {
    const [term] = parseQuery(query, languages);
    const tokens = TokenizedText.of(text);
    const matches = Array.from({ length: tokens.length }, (_, i) => (term ? matchAt(tokens, i, term) : 0));
    return Math.max(0, ...matches);
  };

  test("exactly, as a variant, or not at all", () => {
    assert.equal(match("install", "Install it"), 1);
    assert.equal(match("inst", "Install it"), 0.8);
    assert.equal(match("installing", "Installed it", english), 0.8);
    assert.equal(match("policies", "One policy", english), 0.8);
    assert.equal(match("remove", "Install it", english), 0);
  });

  test("as a phrase only if its words are adjacent", () => {
    assert.equal(match('"connection refused"', "the connection refused it"), 1);
    assert.equal(match('"connection refused"', "refused the connection"), 0);
    assert.equal(match('"connection refuse"', "connection refused"), 0);
    assert.equal(match("node.js", "Node.js"), 1);
  });

  test("in the middle of text without spaces", () => {
    assert.equal(match("功能", "搜索功能的设置"), 1);
    assert.equal(match("能搜", "搜索功能的设置"), 0);
  });

  test("a text that contains a required term", async () => {
    const terms = parseQuery("how to restore backups", english);
    assert.ok(containsAny(terms, "restore it"));
    assert.ok(!containsAny(terms, "how to do it"));
  });
});
