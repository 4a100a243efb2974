import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fromMarkdown, toMarkdown } from "./drafts.ts";

describe("the text of a comment", () => {
  test("is Markdown with mentions of the people who were chosen", () => {
    const draft = { text: "@Ann Lee and @Ann, see @Bob [x] a@Ann.", people: { Ann: "1", "Ann Lee": "2" } };
    const markdown = toMarkdown(draft);
    assert.equal(
      markdown,
      '[@Ann Lee](/users/2 "mention") and [@Ann](/users/1 "mention"), see @Bob [x] a@Ann.',
    );
    assert.deepEqual(fromMarkdown(markdown), draft);
  });

  test("keeps names with brackets, and everything else as it was typed", () => {
    const draft = { text: "**a** @[B] \\ C\n\n- d", people: { "[B] \\ C": "x/y" } };
    assert.deepEqual(fromMarkdown(toMarkdown(draft)), draft);
    assert.deepEqual(fromMarkdown("[a](/users/1) [@b](c)"), { text: "[a](/users/1) [@b](c)", people: {} });
  });
});
