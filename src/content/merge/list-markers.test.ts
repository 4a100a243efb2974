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

  test("are numbers or bullets if one side turned the list into these", async () => {
    assert.equal(
      await mergeCleanly("- a\n- b\n", "1. a\n2. b\n", "- a\n- b\n- c [x]([[p p.md]])\n"),
      "1. a\n2. b\n3. c [x]([[p p.md]])\n",
    );
    assert.equal(
      await mergeCleanly("1. a\n2. b\n", "* a\n* b\n", "1. c\n1. a\n2. b changed\n"),
      "* c\n* a\n* b changed\n",
    );
    assert.equal(
      await mergeCleanly("- a\n- b\n", "1) a\n1) b\n1) d\n", "- c\n- a\n- b\n"),
      "1) c\n1) a\n1) b\n1) d\n",
    );
    assert.equal(
      await mergeCleanly("- a\n- b\n", "1. a\n2. x\n3. b\n", "- a\n- b\n- c\n"),
      "1. a\n2. x\n3. b\n4. c\n",
    );
  });

  test("are converted with the blocks below them", async () => {
    assert.equal(
      await mergeCleanly(
        "- a\n  - x\n- b\n",
        "1. a\n   - x\n2. b\n",
        "- a\n  - x\n  - y\n- b\n- c\n  more\n  - z\n\n  [t]([[p p.md]])\n\n      code\n",
      ),
      "1. a\n   - x\n   - y\n2. b\n3. c\n   more\n   - z\n\n   [t]([[p p.md]])\n\n       code\n",
    );
    assert.equal(
      await mergeCleanly("1. a\n", "- a\n", "1. a\n\n   t\n2. b\n\n   u\n\nend\n"),
      "- a\n\n  t\n- b\n\n  u\n\nend\n",
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
    assert.equal(await mergeCleanly("1. a\n", "- x\n", "1. y\n1. a\n"), "1. y\n- x\n");
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
    const marker = fc.constantFrom("-", "*", "+", "1.", "1)");
    const name = fc.constantFrom(..."abcdefgh");
    const list = fc.tuple(marker, fc.uniqueArray(name, { minLength: 1, maxLength: 5 }));
    await fc.assert(
      fc.asyncProperty(list, list, list, async (base, ours, theirs) => {
        const write = ([marker, names]: [string, string[]]) =>
          names.map((name) => `${marker} ${name}\n`).join("");
        const { text, isMarked } = await mergeTexts(write(base), write(ours), write(theirs));
        const isNumbered = ([marker]: [string, string[]]) => marker.startsWith("1");
        // Without an item of the base on both sides, the lists of the sides may be different ones.
        const isKept = base[1].some((name) => ours[1].includes(name) && theirs[1].includes(name));
        const isOneClass = isNumbered(ours) === isNumbered(theirs);
        if (isMarked || !(isKept || isOneClass)) return;
        const { blocks } = finish(splitSteps(text));
        const kinds = new Set(blocks.map((block) => /^\d+[.)]|./.exec(block.text)?.[0].slice(-1)));
        assert.equal(kinds.size, blocks.length === 0 ? 0 : 1, text);
      }),
      { numRuns: 300 },
    );
  });
});
