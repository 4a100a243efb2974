import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { conflict, mergeCleanly, mergeTexts, mergeWithConflict } from "../../../test/support/merging.ts";
import { inMemoryNodes } from "../nodes/nodes.ts";
import { hasUnresolvedMarkers } from "./merge-documents.ts";

describe("two versions of a document", () => {
  test("are merged block by block, even if the changed blocks are adjacent", async () => {
    assert.equal(await mergeCleanly("a\n\nb\n\nc\n", "a1\n\nb\n\nc\n", "a\n\nb\n\nc1\n"), "a1\n\nb\n\nc1\n");
    assert.equal(await mergeCleanly("a\n\nb\n\nc\n", "a\n\nb1\n\nc\n", "a\n\nb\n\nc1\n"), "a\n\nb1\n\nc1\n");
    assert.equal(
      await mergeCleanly("- a\n- b\n- c", "- a1\n- b1\n- c", "- a\n- b\n- c1"),
      "- a1\n- b1\n- c1",
    );
    assert.equal(await mergeCleanly("a\n\nb\n\nc", "b\n\nc", "a\n\nb"), "b");
    assert.equal(await mergeCleanly("a\n\nb", "a\n\nb\n\nc", "0\n\na\n\nb"), "0\n\na\n\nb\n\nc");
  });

  test("are merged without splitting rows, items and code", async () => {
    const table = (...rows: string[]) => ["| a | b |", "| - | - |", ...rows].join("\n");
    assert.equal(
      await mergeCleanly(
        table("| 1 | 2 |", "| 3 | 4 |"),
        table("| 1 | x |", "| 3 | 4 |"),
        table("| 1 | 2 |"),
      ),
      table("| 1 | x |"),
    );
    const code = (line: string) => `\`\`\`\na\n\n${line}\n\`\`\``;
    assert.equal(
      await mergeWithConflict(code("b"), code("c"), code("d")),
      conflict(`${code("c")}\n`, `${code("d")}\n`),
    );
  });

  test("conflict where both changed a block differently, with both blocks between markers", async () => {
    const merged = await mergeWithConflict("a\n\nb\n\nc\n", "a\n\nb1\n\nc\n", "a\n\nb2\n\nc\n");
    assert.equal(merged, `a\n\n${conflict("b1\n", "b2\n")}\n\nc\n`);
    assert.equal(await mergeWithConflict("a\n\nb", "a\n\nb1", "a"), `a\n\n${conflict("b1\n", "")}`);
    assert.equal(await mergeWithConflict("a\n\nb", "a", "a\n\nb1"), `a\n\n${conflict("", "b1\n")}`);
    assert.equal(await mergeCleanly("a\n\nb", "a\n\nb1", "a\n\nb1"), "a\n\nb1");
    assert.equal(await mergeCleanly("a\n\nb", "a", "a"), "a");
  });

  test("keep a list or a table intact when the markers of a conflict are removed", async () => {
    assert.equal(
      await mergeWithConflict("- a\n- b\n- c", "- a\n- b1\n- c", "- a\n- b2\n- c"),
      `- a\n${conflict("- b1\n", "- b2\n")}\n- c`,
    );
    assert.equal(
      await mergeWithConflict(
        "|a|\n|-|\n|b|\n|c|\n\nd",
        "|a|\n|-|\n|b1|\n|c|\n\nd",
        "|a|\n|-|\n|b2|\n|c|\n\nd",
      ),
      `|a|\n|-|\n${conflict("|b1|\n", "|b2|\n")}\n|c|\n\nd`,
    );
  });

  test("keep both insertions at the same position, in an order that does not depend on the sides", async () => {
    assert.equal(await mergeCleanly("a\n\nb", "a\n\ny\n\nz\n\nb", "a\n\nx\n\nb"), "a\n\nx\n\ny\n\nz\n\nb");
    assert.equal(await mergeCleanly("a", "a\n\n- x", "a\n\n- y"), "a\n\n- x\n\n- y");
    assert.equal(await mergeCleanly("- a\n- b", "- a\n- y\n- b", "- a\n- x\n- b"), "- a\n- x\n- y\n- b");
    assert.equal(
      await mergeCleanly("|a|\n|-|\n|b|", "|a|\n|-|\n|b|\n|d|", "|a|\n|-|\n|b|\n|c|"),
      "|a|\n|-|\n|b|\n|c|\n|d|",
    );
  });

  test("contain equal insertions once", async () => {
    assert.equal(await mergeCleanly("a\n\nb", "a\n\nx\n\nb", "a\n\nx\n\nb"), "a\n\nx\n\nb");
    assert.equal(await mergeCleanly("a\n\nb", "a\n\nx\n\ny\n\nb", "a\n\ny\n\nb"), "a\n\nx\n\ny\n\nb");
    const link = "[x]([[p p.md]])";
    assert.equal(await mergeCleanly("a", `a\n\n${link}`, "a\n\n)"), `a\n\n)\n\n${link}`);
  });

  test("are merged without the blocks that either deleted, even if deletions overlap", async () => {
    const { text, isMarked } = await mergeTexts("a\n\nb\n\nc\n\nd\n", "c\n\nd\n", "a\n\nd\n");
    assert.deepEqual([text, isMarked], ["d\n", false]);
  });

  test("conflict where one inserts inside a range that the other deleted", async () => {
    const merged = await mergeWithConflict("a\n\nb\n\nc\n\nd", "a\n\nd", "a\n\nb\n\nx\n\nc\n\nd");
    assert.equal(merged, `a\n\n${conflict("", "b\n\nx\n\nc\n")}\n\nd`);
    assert.equal(await mergeCleanly("a\n\nb\n\nc\n\nd", "a\n\nd", "a\n\nx\n\nb\n\nc\n\nd"), "a\n\nx\n\nd");
    assert.equal(await mergeCleanly("a\n\nb\n\nc\n\nd", "a\n\nd", "a\n\nb\n\nc\n\nx\n\nd"), "a\n\nx\n\nd");
  });

  test("conflict where both fill an empty document differently", async () => {
    assert.equal(await mergeWithConflict("", "a\n", "b\n"), `${conflict("a\n", "b\n")}\n`);
    assert.equal(
      await mergeWithConflict("---\nx: y\n---\n", "---\nx: y\n---\na", "---\nx: y\n---\nb"),
      `---\nx: y\n---\n${conflict("a\n", "b\n")}`,
    );
    assert.equal(await mergeCleanly("", "a\n\nb", "a\n\nb\n"), "a\n\nb\n");
    assert.equal(await mergeCleanly("", "a", ""), "a");
    assert.equal(await mergeCleanly("a", "", ""), "");
    assert.equal(await mergeCleanly("a", "", "a\n"), "");
  });

  test("are merged block by block if hundreds of blocks were changed", async () => {
    const rows = Array.from({ length: 1500 }, (_, i) => `- row ${i}`);
    const ours = rows.map((row, i) => (i === 300 ? row : `${row} ours`));
    const theirs = rows.with(300, "- row 300 theirs");
    const all = ours.with(300, "- row 300 theirs");
    assert.equal(await mergeCleanly(rows.join("\n"), ours.join("\n"), theirs.join("\n")), all.join("\n"));
    const extended = [...rows.map((_, i) => `- new ${i}`), ...rows];
    const merged = await mergeCleanly(rows.join("\n"), extended.join("\n"), theirs.join("\n"));
    assert.equal(merged, extended.with(1800, "- row 300 theirs").join("\n"));
  });

  test("keep their line endings, and get no unnecessary blank line", async () => {
    assert.equal(
      await mergeCleanly("para\r\n- a\r\n- b\r\n", "para2\r\n- a\r\n- b\r\n", "para\r\n- c\r\n- b\r\n"),
      "para2\r\n- c\r\n- b\r\n",
    );
    assert.equal(await mergeCleanly("a\r\n\r\nb\r\n", "b\r\n", "a\r\n\r\nb\r\n\r\nc\r\n"), "b\r\n\r\nc\r\n");
    assert.equal(
      await mergeWithConflict("a\r\n", "b\r\n", "c\r\n"),
      `${conflict("b\n", "c\n").replaceAll("\n", "\r\n")}\r\n`,
    );
  });

  test("keep text between two thematic breaks in the body", async () => {
    const text = (first: string, second: string) => `---\n\n${first}\n\n${second}\n\n---\n\nthird\n`;
    assert.equal(await mergeCleanly(text("a", "b"), text("a1", "b"), text("a", "b1")), text("a1", "b1"));
    assert.equal(
      await mergeCleanly("x", "---\n---\n\nx", "---\nicon: star\n---\n\nx"),
      "---\nicon: star\n---\n\nx",
    );
  });

  test("keep blocks separate", async () => {
    assert.equal(await mergeCleanly("# a\n# b", "# a\nx\n# b", "# a\ny\n# b"), "# a\nx\n\ny\n# b");
    assert.equal(await mergeCleanly("a\n# b\nc", "a\n\nc", "a1\n# b\nc"), "a1\n\nc");
    assert.equal(await mergeCleanly("- a\n\nb", "- a\n- c\n\nb", "- a\n\nx\n\nb"), "- a\n- c\n\nx\n\nb");
    assert.equal(
      await mergeCleanly("|a|\n|-|\n|b|", "|a|\n|-|\n|b|\n|c|", "|a|\n|-|\n|b|\n\n|x|\n|-|\n|y|"),
      "|a|\n|-|\n|b|\n|c|\n\n|x|\n|-|\n|y|",
    );
    assert.equal(
      await mergeCleanly("a\n\nb | c", "a\n\nb | c\n\nd", "a\n\n|x|y|\n|-|-|\nb | c"),
      "a\n\n|x|y|\n|-|-|\nb | c\n\nd",
    );
    assert.equal(
      await mergeCleanly("a\n\n|b|\n\n|c|\n\n|d|", "|x|\n|-|\n|b|\n|c|\n|d|", "a\n\n|c|\n\n|d|"),
      "|x|\n|-|\n|c|\n|d|",
    );
  });

  test("keep blank lines and line endings that one of them changed", async () => {
    assert.equal(await mergeCleanly("a\n\nb\n\nc", "a\n\n\nb\n\nc", "a\n\nb\n\nc1\n"), "a\n\n\nb\n\nc1\n");
    assert.equal(
      await mergeCleanly("- a\n- b\n- c", "- a\n\n- b\n\n- c", "- a\n- b\n- c1"),
      "- a\n\n- b\n\n- c1",
    );
    assert.equal(await mergeCleanly("\na\n", "a\n", "\nb\n"), "b\n");
    assert.equal(
      await mergeCleanly("a\r\n\r\nb\r\n", "a1\r\n\r\nb\r\n", "a\r\n\r\nb1\r\n"),
      "a1\r\n\r\nb1\r\n",
    );
    assert.equal(
      await mergeCleanly("- a\n- b", "- a\r\n- x\r\n- b", "- a\n\n- y\n- b"),
      "- a\r\n- x\r\n- y\n- b",
    );
  });
});

describe("the front matter of two versions", () => {
  const front = (...lines: string[]) => `---\n${lines.map((line) => `${line}\n`).join("")}---\n`;

  test("is merged field by field", async () => {
    const base = front("title: a", "tags:", "- b", "# c", "icon: d");
    const ours = front("title: a1", "tags:", "- b", "# c", "icon: d", "x: 1");
    const theirs = front("title: a", "tags:", "- b", "- b1", "# c", "emoji: e");
    assert.equal(
      await mergeCleanly(`${base}\nf\n`, `${ours}\nf1\n`, `${theirs}\nf\n\ng\n`),
      `${front("title: a1", "tags:", "- b", "- b1", "# c", "emoji: e", "x: 1")}\nf1\n\ng\n`,
    );
  });

  test("has no field twice if its name is quoted on one side", async () => {
    for (const name of ["title", '"title"', "'title'", '"title" '])
      assert.equal(
        await mergeWithConflict(front("b: 1"), front("b: 1", "title: x"), front("b: 1", `${name}: y`)),
        `${front("b: 1", "title: x")}${conflict("title: x\n", `${name}: y\n`)}\n\n`,
      );
    assert.equal(
      await mergeCleanly(front("title: a", "b: 1"), front('"title": x', "b: 1"), front("title: a", "'b': 2")),
      front('"title": x', "'b': 2"),
    );
    assert.equal(
      await mergeCleanly(front("x: 1", '"a: b": 1'), front("x: 2", '"a: b": 1'), front("x: 1", '"a: b": 2')),
      front("x: 2", '"a: b": 2'),
    );
  });

  test("keeps our field in a conflict, with both fields between markers below", async () => {
    assert.equal(
      await mergeWithConflict(
        `${front("title: a", "b: 1")}c\n`,
        `${front("title: x", "b: 1")}c\n`,
        `${front("title: y", "b: 2")}c\n`,
      ),
      `${front("title: x", "b: 2")}${conflict("title: x\n", "title: y\n")}\n\nc\n`,
    );
    assert.equal(
      await mergeWithConflict(front("a: 0", "b: 0"), front("a:", "  - 1", "b: 1"), front("a: 2")),
      `${front("a:", "  - 1", "b: 1")}${conflict("a:\n  - 1\nb: 1\n", "a: 2\n")}\n\n`,
    );
  });

  test("conflicts in a nested value that both sides changed and one of them indented differently", async () => {
    const layout = (...lines: string[]) => ["layout:", ...lines];
    const [own, other] = [
      layout("    title: true", "    outline: false"),
      layout("  title: true", "  cover: true"),
    ];
    const text = (lines: string[]) => `${lines.join("\n")}\n`;
    assert.equal(
      await mergeWithConflict(front(...layout("  title: true")), front(...own), front(...other)),
      `${front(...own)}${conflict(text(own), text(other))}\n\n`,
    );
    const [ours, theirs] = [
      ["tags:", "- a", "- b", "- c"],
      ["tags:", "  - z", "  - a", "  - b"],
    ];
    assert.equal(
      await mergeWithConflict(front("tags:", "  - a", "  - b"), front(...ours), front(...theirs)),
      `${front(...ours)}${conflict(text(ours), text(theirs))}\n\n`,
    );
    assert.equal(
      await mergeCleanly(front("tags:", "  - a"), front("tags:", "- a", "- b"), front("tags:", "- a", "- c")),
      front("tags:", "- a", "- b", "- c"),
    );
  });

  test("stays valid if the sides delete different nested values", async () => {
    const list = await mergeCleanly(
      front("x: 1", "tags:", "  - a", "  - b"),
      front("x: 1", "tags:", "  - a"),
      front("x: 1", "tags:", "  - b"),
    );
    assert.equal(list, front("x: 1", "tags:"));
    const mapping = await mergeCleanly(
      front("x: 1", "layout:", "  a: 1", "  b: 1"),
      front("x: 1", "layout:", "  a: 1"),
      front("x: 1", "layout:", "  b: 1"),
    );
    assert.equal(mapping, front("x: 1"));
  });

  test("keeps the spelling that one side changed", async () => {
    assert.equal(
      await mergeCleanly("a", `${front("b: 1")}a`, `${front("c: 1")}a`),
      `${front("b: 1", "c: 1")}a`,
    );
    assert.equal(
      await mergeCleanly(`${front("a: 1", "b: 1")}c`, `${front("a: 1")}c`, `${front("b: 1")}c`),
      "c",
    );
    assert.equal(
      await mergeCleanly(`${front("a: 1")}c`, "c", `${front("a: 1", "b: 1")}c`),
      `${front("b: 1")}c`,
    );
    const spaced = "--- \r\na: 1\r\nb: 1\r\n--- \r\n";
    assert.equal(
      await mergeCleanly(`${front("a: 1")}c`, `${spaced}c`, `${front("a: 1", "d: 1")}c`),
      "--- \r\na: 1\r\nb: 1\r\nd: 1\n--- \r\nc",
    );
  });

  test("is separate from the body", async () => {
    const open = (line: string) => front(line).trimEnd();
    assert.equal(await mergeCleanly(open("a: 1"), open("a: 2"), `${open("a: 1")}\nb`), `${front("a: 2")}b`);
    assert.equal(
      await mergeWithConflict(open("a: 1"), open("a: 2"), open("a: 3")),
      `${front("a: 2")}${conflict("a: 2\n", "a: 3\n")}\n\n`,
    );
  });

  test("does not conflict if only the spelling of a link differs", async () => {
    const cover = (link: string, title = "a") => `${front(`cover: ${link}`, `title: ${title}`)}b\n`;
    const merged = await mergeCleanly(
      cover("[[p p.md]]"),
      cover("[[p ./p.md]]", "a1"),
      `${cover("[[p p.md]]")}\nc\n`,
    );
    assert.equal(merged, `${cover("[[p ./p.md]]", "a1")}\nc\n`);
    const both = await mergeCleanly(
      cover("[[p p.md]]"),
      cover("[[p ./p.md]]", "a1"),
      `${front("cover: [[p /pages/p]]", "title: a", "icon: x")}b\n`,
    );
    assert.equal(both, `${front("cover: [[p ./p.md]]", "title: a1", "icon: x")}b\n`);
  });
});

describe("the links of two versions", () => {
  test("stay with their text, including between markers", async () => {
    const base = "a [x]([[p p.md]])\n\nb [x]([[q q.md]])\n\nc [x]([[r r.md]])\n";
    const ours = base.replace("a ", "aa ").replace("b ", "[n]([[n n.md#x]]) bb ");
    const theirs = base.replace("b ", "bbb ").replace("c ", "[m]([[m m.md]])\nc ");
    const [, ourBlock = ""] = ours.split("\n\n");
    const [, theirBlock = ""] = theirs.split("\n\n");
    assert.equal(
      await mergeWithConflict(base, ours, theirs),
      `aa [x]([[p p.md]])\n\n${conflict(`${ourBlock}\n`, `${theirBlock}\n`)}\n\n[m]([[m m.md]])\nc [x]([[r r.md]])\n`,
    );
  });

  test("may be spelled differently without changing their block", async () => {
    const textWith = (link: string) => `a [x](${link})`;
    assert.equal(await mergeCleanly(textWith("[[p p.md]]"), textWith("[[p ./p.md]]"), "b"), "b");
    assert.equal(
      await mergeCleanly(textWith("[[p p.md]]"), textWith("[[p ./p.md]]"), textWith("[[p /pages/p]]")),
      textWith("[[p ./p.md]]"),
    );
    assert.equal(
      await mergeCleanly(
        `${textWith("[[p p.md]]")}\n\nb`,
        `${textWith("[[p ./p.md]]")}\n\nc`,
        textWith("[[p p.md]]").concat("\n\nb\n"),
      ),
      `${textWith("[[p ./p.md]]")}\n\nc\n`,
    );
    assert.equal(
      await mergeCleanly("b", `${textWith("[[p p.md]]")}\n\nc`, `${textWith("[[p ./p.md]]")}\n\nc`),
      `${textWith("[[p ./p.md]]")}\n\nc`,
    );
    await mergeWithConflict(textWith("[[p p.md]]"), textWith("[[q p.md]]"), textWith("[[r p.md]]"));
    await mergeWithConflict(textWith("[[p p.md]]"), textWith("[[p p.md#a]]"), textWith("[[p p.md#b]]"));
    await mergeWithConflict(textWith("[[p p.md]]"), textWith("p.md"), "b");
  });
});

test("a document is unresolved while it has a marker on a separate line", async () => {
  const nodes = inMemoryNodes();
  const isUnresolved = (text: string) => hasUnresolvedMarkers(nodes, nodes.write({ text, links: [] }));
  assert.ok(await isUnresolved(`a\n${conflict("b\n", "")}\nc`));
  assert.ok(await isUnresolved("<<<<<<< change request\r\na"));
  assert.ok(await isUnresolved("a\n>>>>>>> primary content \t"));
  assert.ok(!(await isUnresolved("a\n=======\nb <<<<<<< change request\n<<<<<<< change\n")));
  assert.ok(!(await hasUnresolvedMarkers(nodes, undefined)));
});
