import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { assertLinear, assertYields, cpuTimesOf } from "../../../test/support/linear.ts";
import { conflict, mergeCleanly, mergeTexts, mergeWithConflict } from "../../../test/support/merging.ts";
import { finish, finishYielding, type Steps } from "../../platform/steps.ts";
import { mergeBodies } from "./merge-body.ts";
import { readBody } from "./read-body.ts";

describe("insertions of both sides at the same position", () => {
  test("conflict if they have the same heading, with the sections below it between the markers", async () => {
    assert.equal(
      await mergeWithConflict("a\n", "a\n\n## Setup\n\nx\n", "a\n\n## Setup\n\ny\n"),
      `a\n\n## Setup\n\n${conflict("x\n", "y\n")}\n`,
    );
    assert.equal(
      await mergeWithConflict("a\n", "a\n\n## Setup\n\nx\n", "a\n\n## setup #\n\ny\n"),
      `a\n\n${conflict("## Setup\n\nx\n", "## setup #\n\ny\n")}\n`,
    );
    await mergeWithConflict("a\n", "a\n\nSetup\n---\n\nx\n", "a\n\ntext\n\n## Setup\n\ny\n");
    await mergeWithConflict("a\n", "a\n\n## b\n\nx\n\n## c\n\ny\n", "a\n\n## c\n\nz\n\n## d\n\nw\n");
  });

  test("conflict if they have a row with the same first cell", async () => {
    const table = (...rows: string[]) => ["| Name | Type |", "|---|---|", ...rows, ""].join("\n");
    assert.equal(
      await mergeWithConflict(
        table("| a | 1 |"),
        table("| a | 1 |", "| b | 2 |"),
        table("| a | 1 |", "| `b` | 3 |"),
      ),
      table("| a | 1 |", conflict("| b | 2 |\n", "| `b` | 3 |\n")),
    );
    assert.equal(
      await mergeCleanly(
        table("| a | 1 |"),
        table("| a | 1 |", "| b | the same long description |"),
        table("| a | 1 |", "| c | the same long description |"),
      ),
      table("| a | 1 |", "| b | the same long description |", "| c | the same long description |"),
    );
    await mergeCleanly(table("| a | 1 |"), table("| a | 1 |", "| | 2 |"), table("| a | 1 |", "| | 3 |"));
  });

  test("conflict if they have a text of which four of five words are equal", async () => {
    const insert = (text: string) => `a\n\n${text}\n`;
    const [first, second] = ["Run it with sudo now.", "Run it with sudo later."];
    assert.equal(
      await mergeWithConflict("a\n", insert(first), insert(second)),
      `a\n\n${conflict(`${first}\n`, `${second}\n`)}\n`,
    );
    await mergeCleanly("a\n", insert("Run it with sudo."), insert("Run it with care."));
    await mergeWithConflict("a\n", insert("- 安装完成后重启服务器。"), insert("- 安装完成后请重启服务器。"));
    await mergeWithConflict("a\n", insert("b c.\n\nSame words!"), insert("same words\n\nd e."));
    await mergeCleanly("a\n", insert("[x](https://a.example/b/c/d)"), insert("[x](https://a.example/b/c/e)"));
  });

  test("are kept if they have only tags, rules or short texts of different sections in common", async () => {
    const section = (name: string) => `## ${name}\n\nReturns a list.\n\n| Name |\n|---|\n| id |\n\n---\n`;
    assert.equal(
      await mergeCleanly("# T\n", `# T\n\n${section("GET a")}`, `# T\n\n${section("GET b")}`),
      `# T\n\n${section("GET a")}\n${section("GET b")}`,
    );
    const hint = (text: string) => `{% hint style="info" %}\n${text}\n{% endhint %}\n`;
    assert.equal(
      await mergeCleanly("a\n", `a\n\n${hint("b c")}`, `a\n\n${hint("d e")}`),
      `a\n\n${hint("b c")}\n${hint("d e")}`,
    );
    const release = (name: string) => `## ${name}\n\n### Added\n\n- ${name}\n`;
    await mergeCleanly("# T\n", `# T\n\n${release("1.1")}`, `# T\n\n${release("1.2")}`);
    const long = Array.from({ length: 25 }, (_, i) => `word${i}`).join(" ");
    await mergeWithConflict("# T\n", `# T\n\n## A\n\n${long}\n`, `# T\n\n## B\n\n${long} more\n`);
  });

  test("are merged if one contains the other, or if both have the same rows or items at the ends", async () => {
    assert.equal(
      await mergeCleanly("a\n", "a\n\n## S\n\nx\n\ny\n", "a\n\n## S\n\ny\n"),
      "a\n\n## S\n\nx\n\ny\n",
    );
    assert.equal(
      await mergeCleanly("- a\n- e\n", "- a\n- b b\n- c c\n- e\n", "- a\n- b b\n- d d\n- e\n"),
      "- a\n- b b\n- c c\n- d d\n- e\n",
    );
    assert.equal(await mergeCleanly("", "a\n\nb\n", "a\n\nb\n\nc\n"), "a\n\nb\n\nc\n");
  });

  test("conflict if one is beside a change that contains the same", async () => {
    assert.equal(
      await mergeWithConflict("a\n\nb\n", "a\n\nc\n\n## S\n\nx\n", "a\n\nb\n\n## S\n\ny\n"),
      `a\n\n${conflict("c\n\n## S\n\nx\n", "b\n\n## S\n\ny\n")}\n`,
    );
    await mergeWithConflict("b\n\nz\n", "## S\n\nx\n\nc\n\nz\n", "## S\n\ny\n\nb\n\nz\n");
  });
});

describe("insertions of both sides at different positions", () => {
  const table = (...rows: string[]) => ["| Name | Type |", "|---|---|", ...rows, ""].join("\n");

  test("conflict if they are rows of one table with the same first cell", async () => {
    const [before, after] = ["| a | 1 |", "| b | 1 |"];
    assert.equal(
      await mergeWithConflict(
        table(before, after),
        table("| y | 2 |", before, after),
        table(before, after, "| `y` | 3 |"),
      ),
      table(conflict("| y | 2 |\n", ""), before, after, conflict("", "| `y` | 3 |\n")),
    );
    await mergeWithConflict(table(before), table("| y | 2 |", before), table(before, "| y | 2 |"));
    await mergeCleanly(table(before), table("| y | 2 |", before), table(before, "| z | 2 |"));
    await mergeCleanly(table(before), table("| | 2 |", before), table(before, "| | 3 |"));
  });

  test("are kept if their rows are in different tables", async () => {
    const [one, two] = [table("| a | 1 |"), table("| b | 1 |")];
    const [ours, theirs] = [table("| a | 1 |", "| y | 2 |"), table("| b | 1 |", "| y | 3 |")];
    assert.equal(
      await mergeCleanly(
        `${one}\n\ntext\n\n${two}`,
        `${ours}\n\ntext\n\n${two}`,
        `${one}\n\ntext\n\n${theirs}`,
      ),
      `${ours}\n\ntext\n\n${theirs}`,
    );
  });

  test("conflict if they have the same heading in one section", async () => {
    assert.equal(
      await mergeWithConflict(
        "# T\n\n## A\n\na\n",
        "# T\n\n## FAQ\n\nx\n\n## A\n\na\n",
        "# T\n\n## A\n\na\n\n## faq\n\ny\n",
      ),
      `# T\n\n${conflict("## FAQ\n\nx\n", "")}\n\n## A\n\na\n\n${conflict("", "## faq\n\ny\n")}\n`,
    );
    await mergeCleanly(
      "## A\n\na\n\n## B\n\nb\n",
      "## A\n\na\n\n### Errors\n\nx\n\n## B\n\nb\n",
      "## A\n\na\n\n## B\n\nb\n\n### Errors\n\ny\n",
    );
  });
});

describe("a conflict", () => {
  test("does not contain the blocks at its ends that are equal on both sides", async () => {
    assert.equal(
      await mergeWithConflict("a\n\nb\n\nc\n", "x\n\n1\n\n2\n\ny\n", "x\n\n3\n\ny\n"),
      `x\n\n${conflict("1\n\n2\n", "3\n")}\n\ny\n`,
    );
    assert.equal(
      await mergeWithConflict("", "# T\n\na\n", "# T\n\nb\n"),
      `# T\n\n${conflict("a\n", "b\n")}\n`,
    );
  });

  test("does not contain blocks that one side added beside a block that both changed", async () => {
    const words = "one two three four five six";
    assert.equal(
      await mergeWithConflict(`${words}\n`, `${words} ours\n\n## New\n\ntext\n`, `${words} theirs\n`),
      `${conflict(`${words} ours\n`, `${words} theirs\n`)}\n\n## New\n\ntext\n`,
    );
  });
});

describe("random insertions at the same position", () => {
  const names = fc.shuffledSubarray(["a", "b", "c", "d"], { minLength: 1 });
  const forms = {
    paragraph: (name: string) => `${name} text\n\n`,
    item: (name: string) => `- ${name} text\n`,
    row: (name: string) => `| ${name} | text |\n`,
    heading: (name: string) => `## ${name}\n\n`,
  };

  test("never repeat a block, and lose none", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(forms) as (keyof typeof forms)[])),
        names,
        names,
        async (form, ours, theirs) => {
          const base = form === "row" ? "| h | i |\n|---|---|\n" : "text\n\n";
          const write = (all: readonly string[]) => `${base}${all.map(forms[form]).join("")}`;
          const { text, isMarked } = await mergeTexts(write([]), write(ours), write(theirs));
          const count = (name: string) => text.split(forms[form](name).trim()).length - 1;
          for (const name of new Set([...ours, ...theirs]))
            assert.ok(isMarked ? count(name) >= 1 : count(name) === 1, text);
          const isShared = ours.some((name) => theirs.includes(name));
          if (!isShared) assert.equal(isMarked, false);
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** Merges insertions of very many blocks on both sides. */
function* merge(ours: string, theirs: string): Steps<unknown> {
  const body = (text: string) => readBody({ text, links: [] });
  return yield* mergeBodies({
    base: yield* body("# T\n"),
    ours: yield* body(`# T\n\n${ours}`),
    theirs: yield* body(`# T\n\n${theirs}`),
  });
}

describe("very many insertions of both sides", () => {
  const lines = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join("");
  const insertions: Readonly<Record<string, (count: number, side: string) => string>> = {
    "different paragraphs": (count, side) => lines(count, (i) => `${side}${i} ${side} ${i}\n\n`),
    "paragraphs with many equal words": (count, side) =>
      lines(count, (i) => `one two three four five six ${side} ${side}${i} ${i}${side}\n\n`),
    headings: (count, side) => lines(count, (i) => `${"#".repeat(1 + (i % 6))} ${side}${i}\n\n`),
    rows: (count, side) => `| a${side} |\n|---|\n${lines(count, (i) => `| ${side}${i} |\n`)}`,
    items: (count, side) => lines(count, (i) => `- ${side} ${side}${i}\n`),
  };
  for (const [name, write] of Object.entries(insertions)) {
    test(`are compared in linear time: ${name}`, () => {
      const run = (count: number) => () => finish(merge(write(count, "x"), write(count, "y")));
      assertLinear(run(1000), run(4000));
    });
    test(`are compared in short steps: ${name}`, () => {
      const times = cpuTimesOf(merge(write(10_000, "x"), write(10_000, "y"))).sort((a, b) => b - a);
      assert.ok((times[2] ?? 0) < 100, `${times.slice(0, 4).map((time) => time.toFixed())} ms`);
    });
  }

  test("let other requests run while all words are compared", async () => {
    const write = (side: string) =>
      lines(280, (i) => `${lines(30, (word) => `${side}${(i * word) % 97} `)}${side}\n\n`);
    await assertYields(() => finishYielding(merge(write("x"), write("y"))));
  });
});
