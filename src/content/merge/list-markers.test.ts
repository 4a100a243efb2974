import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { mergeCleanly, mergeTexts } from "../../../test/support/merging.ts";
import { finish } from "../../platform/steps.ts";
import { splitSteps } from "../markdown/blocks.ts";

describe("the markers of a merged list", () => {
  test("are of the kind that one side gave the list", async () => {
    assert.equal(
      await mergeCleanly("- a\n- b\n- c\n", "* a\n* b\n* c\n", "- a\n- x\n- b changed\n- c\n"),
      "* a\n* x\n* b changed\n* c\n",
    );
    assert.equal(
      await mergeCleanly("1. a\n2. b\n", "1) a\n2) b\n", "1. a\n2. b\n3. c\n"),
      "1) a\n2) b\n3) c\n",
    );
  });

  test("are of one kind if both sides add a list at the same position", async () => {
    assert.equal(await mergeCleanly("p\n", "p\n\n- x y\n", "p\n\n* z w\n"), "p\n\n- x y\n- z w\n");
    assert.equal(
      await mergeCleanly("p\n\nq\n", "p\n\n+ x\n+ y\n\nq\n", "p\n\n* z\n\nq\n"),
      "p\n\n+ x\n+ y\n\n+ z\n\nq\n",
    );
  });

  test("are unified in each nested list separately", async () => {
    assert.equal(
      await mergeCleanly(
        "- a\n  - b\n\n  text\n- c\n",
        "* a\n  + b\n\n  text\n* c\n",
        "- a\n  - b\n  - d\n\n  text\n- c\n- e\n",
      ),
      "* a\n  + b\n  + d\n\n  text\n* c\n* e\n",
    );
  });

  test("stay different where a side has two lists, or bullets beside numbers", async () => {
    assert.equal(
      await mergeCleanly("- a\n\n* b\n", "- a\n\n* b\n* c\n", "- z\n- a\n\n* b\n"),
      "- z\n- a\n\n* b\n* c\n",
    );
    assert.equal(await mergeCleanly("p\n", "p\n\n- x\n", "p\n\n1. y\n"), "p\n\n- x\n1. y\n");
    assert.equal(await mergeCleanly("* a\n", "* a\n* b\n", "- a\n- * *\n"), "- a\n- * *\n- b\n");
    assert.equal(await mergeCleanly("- a\n", "- a\n- - -\n", "* a\n* b\n"), "* a\n* b\n- - -\n");
  });

  test("are numbered anew by one side without a conflict with the other", async () => {
    assert.equal(
      await mergeCleanly(
        "1. a\n2. b\n3. c\n",
        "1. a\n2. new\n3. b\n4. c\n",
        "1. a\n2. b\n3. c [x]([[p p.md]])\n",
      ),
      "1. a\n2. new\n3. b\n4. c [x]([[p p.md]])\n",
    );
    assert.equal(
      await mergeCleanly("9. a\n", "10. a\n", "9. a [x]([[p p.md]])\n"),
      "10. a [x]([[p p.md]])\n",
    );
  });

  test("keep their list in one piece, whatever each side does to it", async () => {
    const marker = fc.constantFrom("-", "*", "+");
    const name = fc.constantFrom(..."abcdefgh");
    const list = fc.tuple(marker, fc.uniqueArray(name, { minLength: 1, maxLength: 5 }));
    await fc.assert(
      fc.asyncProperty(list, list, list, async (base, ours, theirs) => {
        const write = ([marker, names]: [string, string[]]) =>
          names.map((name) => `${marker} ${name}\n`).join("");
        const { text, isMarked } = await mergeTexts(write(base), write(ours), write(theirs));
        if (isMarked) return;
        const { blocks } = finish(splitSteps(text));
        assert.equal(new Set(blocks.map((block) => block.text[0])).size, blocks.length === 0 ? 0 : 1, text);
      }),
      { numRuns: 300 },
    );
  });
});
