import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readMarkdown } from "../../src/content/document/read/read-markdown.ts";
import { commonmarkExamples, type Example, gfmExamples } from "./examples.ts";
import { normalizeHtml } from "./normalize-html.ts";
import { renderHtml } from "./render-html.ts";

/** The numbers of the examples that are read otherwise. */
function differencesIn(examples: readonly Example[]): number[] {
  return examples.flatMap(({ number, markdown, html }) => {
    const ours = JSON.stringify(normalizeHtml(renderHtml(readMarkdown(markdown))));
    return ours === JSON.stringify(normalizeHtml(html)) ? [] : number;
  });
}

/** The examples that differ on purpose, by the reason. */
type Differences = Readonly<Record<string, readonly number[]>>;

function assertRead(examples: readonly Example[], differences: Differences): void {
  const expected = Object.values(differences).flat();
  assert.deepEqual(
    differencesIn(examples),
    expected.toSorted((a, b) => a - b),
  );
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

describe("the examples are read as specified", () => {
  test("by CommonMark", () => {
    const examples = commonmarkExamples();
    assert.equal(examples.length, 652);
    assertRead(examples, {
      "HTML that is not understood is text": [
        ...[21, 31, 201, 344, 476, 477, 491, 494, 524, 536],
        ...[...range(148, 167), ...range(169, 178), ...range(180, 182), ...range(184, 191)],
        ...[...range(613, 617), 623, ...range(627, 631), 642, 643],
      ],
      "addresses in text are links, as in GFM": [602, 608, 611, 612],
    });
  });

  test("by GFM", () => {
    const examples = gfmExamples("spec");
    assert.equal(examples.length, 25);
    assertRead(examples, {
      "HTML that is not understood is text": [629],
      "later versions of the specification differ": [470],
    });
  });

  test("by the further tests of GFM", () => {
    const extensions = gfmExamples("extensions");
    assert.equal(extensions.length, 22);
    assertRead(extensions, {
      "later versions of the specification differ": [17],
      "the example has no expected result": [19],
      "HTML that is not understood is text": [20],
    });
    const regressions = gfmExamples("regression");
    assert.equal(regressions.length, 8);
    assertRead(regressions, { "later versions of the specification differ": [6] });
  });
});
