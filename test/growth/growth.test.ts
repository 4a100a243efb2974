import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { slowReaders } from "./growth.ts";
import { readers } from "./readers.ts";
import { type Pattern, patternsOfPair, patternsOfToken, tokens } from "./tokens.ts";

/** `npm run test:growth` measures all patterns, and comparing readers. */
const lengths = { short: 2048, long: 8192 };

function assertLinear(patterns: readonly Pattern[]): void {
  const slow = patterns.flatMap((pattern) => slowReaders(pattern, lengths, readers));
  assert.deepEqual(slow, []);
}

/** One of the patterns, which depends on the index. */
function choose(patterns: readonly Pattern[], index: number): Pattern[] {
  return patterns.slice(index % patterns.length).slice(0, 1);
}

describe("the time to read Markdown grows in proportion to its length", () => {
  test("for repetitions of each token", () => {
    assertLinear(tokens.flatMap((token) => choose(patternsOfToken(token), 0)));
  });

  test("for repetitions of some pairs of tokens", () => {
    // Pairs that are spread over all pairs.
    const patterns = tokens.flatMap((first, i) => {
      const second = tokens[(7 * i + 1) % tokens.length] ?? "";
      return i % 6 === 0 ? choose(patternsOfPair(first, second), i / 6) : [];
    });
    assertLinear(patterns);
  });
});
