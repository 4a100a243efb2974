import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { conflict, mergeCleanly, mergeWithConflict } from "../../../test/support/merging.ts";

describe("the structure of a merged document", () => {
  test("keeps tags paired when both sides put tags around the same text", async () => {
    const wrapped = (style: string) => `a\n\n{% hint style="${style}" %}\nb\n{% endhint %}\n\nc\n`;
    assert.equal(
      await mergeCleanly("a\n\nb\n\nc\n", wrapped("info"), wrapped("warning")),
      'a\n\n{% hint style="info" %}\n\n{% hint style="warning" %}\nb\n{% endhint %}\n\n{% endhint %}\n\nc\n',
    );
    const insertedAfter = await mergeCleanly("a\n\nb\n\nc\n", wrapped("info"), "a\n\nb\n\nafter\n\nc\n");
    assert.equal(insertedAfter, 'a\n\n{% hint style="info" %}\nb\n{% endhint %}\n\nafter\n\nc\n');
    const insertedBefore = await mergeCleanly("a\n\nb\n\nc\n", wrapped("info"), "a\n\nx\n\nb\n\nc\n");
    assert.equal(insertedBefore, 'a\n\nx\n\n{% hint style="info" %}\nb\n{% endhint %}\n\nc\n');
    const details = (title: string) => `a\n\n<details>\n\n${title}\n\nb\n\n</details>\n\nc\n`;
    const inner = (title: string) => `<details>\n\n${title}\n\nb\n\n</details>\n`;
    const nested = await mergeWithConflict("a\n\nb\n\nc\n", details("x"), details("y"));
    assert.equal(nested, `a\n\n${conflict(inner("x"), inner("y"))}\n\nc\n`);
    const hint = (...lines: string[]) => `{% hint %}\n${lines.join("\n\n")}\n{% endhint %}\n`;
    const extended = await mergeWithConflict(
      `${hint("a")}\nb\n\nc\n`,
      `${hint("a", "b")}\nc\n`,
      hint("a", "b", "c"),
    );
    assert.equal(extended, `${conflict(`${hint("a", "b")}\nc\n`, hint("a", "b", "c"))}\n`);
  });

  test("keeps each insertion contiguous, even if both have blocks in common", async () => {
    const section = (name: string) => `## ${name}\n\nRun:\n\n- ${name}\n`;
    const merged = await mergeCleanly("# T\n", `# T\n\n${section("npm")}`, `# T\n\n${section("yarn")}`);
    assert.equal(merged, `# T\n\n${section("npm")}\n${section("yarn")}`);
  });

  test("places an insertion next to the block that it belongs to", async () => {
    const table = "|A|\n|-|\n|1|\n";
    assert.equal(await mergeCleanly(table, `${table}|2|\n`, `${table}\nBelow.\n`), `${table}|2|\n\nBelow.\n`);
    assert.equal(await mergeCleanly("1. x\n", "1. x\n2. y\n", "1. x\n\n## New\n"), "1. x\n2. y\n\n## New\n");
    assert.equal(
      await mergeCleanly("p\n\n- a\n", "p\n\n- o\n- a\n", "p\n\nt\n\n- a\n"),
      "p\n\nt\n\n- o\n- a\n",
    );
    assert.equal(
      await mergeCleanly(
        "## A\n\na\n\n## Z\n",
        "## A\n\na\n\n## B\n\nb\n\n## Z\n",
        "## A\n\na\n\nmore\n\n## Z\n",
      ),
      "## A\n\na\n\nmore\n\n## B\n\nb\n\n## Z\n",
    );
  });

  test("has a conflict where one side adds to the end of a part that the other deleted", async () => {
    await mergeWithConflict(
      "1. a\n\n2. b\n\n3. c\n",
      "1. a\n\n3. c\n",
      "1. a\n\n2. b\n\n   more of b\n\n3. c\n",
    );
    await mergeWithConflict("p\n\n|A|\n|-|\n|1|\n", "p\n", "p\n\n|A|\n|-|\n|1|\n|2|\n");
    await mergeWithConflict(
      "## A\n\na\n\n## B\n\nb\n\n## C\n",
      "## A\n\na\n\n## C\n",
      "## A\n\na\n\n## B\n\nb\n\nmore\n\n## C\n",
    );
    await mergeWithConflict("- a\n- b\n  - b1\n- c\n", "- a\n- c\n", "- a\n- b\n  - b1\n  - b2\n- c\n");
    assert.equal(
      await mergeCleanly("- a\n- b\n- c\n", "- a\n- c\n", "- a\n- b\n- n\n- c\n"),
      "- a\n- n\n- c\n",
    );
    assert.equal(await mergeCleanly("a\n\nb\n", "a\n", "a\n\nb\n\nc\n"), "a\n\nc\n");
  });

  test("has one conflict where one side replaces several blocks with another type", async () => {
    const hint = "{% hint %}\nnew\n{% endhint %}\n";
    const merged = await mergeWithConflict(
      "x\n\nf\n\nl\n\nm\n\ny\n",
      "x\n\nl\n\nm\n\ny\n",
      `x\n\n${hint}\ny\n`,
    );
    assert.equal(merged, `x\n\n${conflict("l\n\nm\n", hint)}\n\ny\n`);
  });

  test("has a conflict with the content of a tag that one side changes and the other removes", async () => {
    const tag = (style: string) => `{% hint style="${style}" %}`;
    const wrapped = (style: string) => `${tag(style)}\nb\n{% endhint %}\n`;
    const merged = await mergeWithConflict(wrapped("info"), wrapped("warning"), "b\n");
    assert.equal(merged, `${conflict(wrapped("warning"), "b\n")}\n`);
    const twice = await mergeWithConflict(wrapped("info"), wrapped("warning"), wrapped("danger"));
    assert.equal(twice, `${conflict(`${tag("warning")}\n`, `${tag("danger")}\n`)}\nb\n{% endhint %}\n`);
  });
});
