import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../../test/support/app.ts";
import { sectionNumber } from "../schema/index.ts";
import { maxMatches, type TextQuery } from "./full-text.ts";

const none = { inOrder: [], others: [] };
/** A space that no other test has. */
const space = 1_000_000;

describeOnEachDatabase("full-text queries", (suite) => {
  const phraseOf = (words: readonly string[]): TextQuery => ({
    mode: "all",
    terms: [[{ words, isPrefix: true }]],
  });
  const letters = Array.from({ length: 500 }, (_, i) => `x${i % 20}`);

  async function insert(texts: readonly (readonly string[])[], number = space, from = 0): Promise<void> {
    const { database } = suite.app.context;
    const indexed = texts.map((inOrder, i) => ({
      id: sectionNumber(number, from + i, 0),
      title: none,
      heading: none,
      body: { inOrder, others: [] },
    }));
    for (let i = 0; i < indexed.length; i += 100)
      await database.write((trx) => database.fullText.insert(trx, indexed.slice(i, i + 100)));
  }

  test("of long phrases match texts with all of their words in order", async () => {
    const { fullText } = suite.app.context.database;
    await insert([letters, letters.slice(0, 499), letters.with(250, "other"), letters.toReversed()]);
    const find = (words: readonly string[]) => fullText.findBest(phraseOf(words), { spaces: [space] }, 10);
    assert.deepEqual(await find(letters), [sectionNumber(space, 0, 0)]);
    assert.equal((await find(letters.slice(0, 200)))?.length, 3);
    assert.deepEqual(await find([...letters, "missing"]), []);
    const spaces = Array.from({ length: 600 }, (_, i) => space + i);
    assert.deepEqual(await fullText.findBest(phraseOf(letters), { spaces }, 10), [
      sectionNumber(space, 0, 0),
    ]);
  });

  test("are ranked unless too many texts match", async () => {
    const { database } = suite.app.context;
    const find = (limit: number) =>
      database.fullText.findBest(phraseOf(["frequent"]), { spaces: [space + 1] }, limit);
    const insertNumbered = (from: number, count: number) =>
      insert(
        Array.from({ length: count }, (_, i) => ["frequent", `number${from + i}`]),
        space + 1,
        from,
      );
    assert.deepEqual(await find(10), []);
    await insertNumbered(0, maxMatches);
    assert.equal((await find(10))?.length, 10);
    await insertNumbered(maxMatches, 1);
    assert.equal(await find(10), undefined);
  });

  test("of long phrases that no text has take little longer than of a word", async () => {
    const { database } = suite.app.context;
    await database.write((trx) =>
      database.fullText.remove(trx, sectionNumber(space, 0, 0), sectionNumber(space + 1, 0, 0)),
    );
    await insert(Array.from({ length: 12_000 }, (_, i) => ["word", `number${i}`]));
    const timeOf = async (words: readonly string[]) => {
      const times: number[] = [];
      for (let i = 0; i < 5; i++) {
        const started = performance.now();
        await database.fullText.findBest(phraseOf(words), { spaces: [space] }, 10);
        times.push(performance.now() - started);
      }
      return Math.min(...times);
    };
    const [short, long] = [await timeOf(["missing"]), await timeOf(letters)];
    assert.ok(long < 10 * short + 80, `${long.toFixed(1)} ms instead of ${short.toFixed(1)} ms`);
  });
});
