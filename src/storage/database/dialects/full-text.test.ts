import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../../test/support/app.ts";
import { sectionNumber } from "../schema/index.ts";
import type { TextQuery } from "./full-text.ts";

const none = { inOrder: [], others: [] };
/** A space that no other test has. */
const space = 1_000_000;

describeOnEachDatabase("long phrases", (suite) => {
  const phraseOf = (words: readonly string[]): TextQuery => ({
    mode: "all",
    terms: [[{ words, isPrefix: true }]],
  });
  const letters = Array.from({ length: 500 }, (_, i) => `x${i % 20}`);

  async function insert(texts: readonly (readonly string[])[]): Promise<void> {
    const { database } = suite.app.context;
    const indexed = texts.map((inOrder, i) => ({
      id: sectionNumber(space, i, 0),
      title: none,
      heading: none,
      body: { inOrder, others: [] },
    }));
    for (let i = 0; i < indexed.length; i += 100)
      await database.write((trx) => database.fullText.insert(trx, indexed.slice(i, i + 100)));
  }

  test("match texts with all of their words in order", async () => {
    const { fullText } = suite.app.context.database;
    await insert([letters, letters.slice(0, 499), letters.with(250, "other"), letters.toReversed()]);
    const find = (words: readonly string[]) => fullText.findBest(phraseOf(words), { spaces: [space] }, 10);
    assert.deepEqual(await find(letters), [sectionNumber(space, 0, 0)]);
    assert.equal((await find(letters.slice(0, 200))).length, 3);
    assert.deepEqual(await find([...letters, "missing"]), []);
    const spaces = Array.from({ length: 600 }, (_, i) => space + i);
    assert.deepEqual(await fullText.findBest(phraseOf(letters), { spaces }, 10), [
      sectionNumber(space, 0, 0),
    ]);
  });

  test("that no text has take little longer than a word", async () => {
    const { database } = suite.app.context;
    await database.write((trx) =>
      database.fullText.remove(trx, sectionNumber(space, 0, 0), sectionNumber(space + 1, 0, 0)),
    );
    await insert(Array.from({ length: 12_000 }, (_, i) => ["word", `number${i}`]));
    const timeOf = async (words: readonly string[]) => {
      const times: number[] = [];
      for (let i = 0; i < 5; i++) {
        const started = performance.now();
        await database.fullText.hasMoreThan(phraseOf(words), { spaces: [space] }, 0);
        times.push(performance.now() - started);
      }
      return Math.min(...times);
    };
    const [short, long] = [await timeOf(["missing"]), await timeOf(letters)];
    assert.ok(long < 10 * short + 80, `${long.toFixed(1)} ms instead of ${short.toFixed(1)} ms`);
  });
});
