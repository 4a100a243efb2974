import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { conflict, mergeCleanly, mergeTexts, mergeWithConflict } from "../../../test/support/merging.ts";

describe("a block that both sides changed", () => {
  test("is merged by sentences, even if the changed ones are adjacent", async () => {
    assert.equal(await mergeCleanly("A b. C d.", "A x. C d.", "A b. C y."), "A x. C y.");
    assert.equal(await mergeCleanly("- A b. C d.", "- A x. C d.", "- A b. C y!"), "- A x. C y!");
    assert.equal(await mergeCleanly("> A b?\n> C d.", "> A x?\n> C d.", "> A b?\n> C y."), "> A x?\n> C y.");
    assert.equal(
      await mergeCleanly("A b. C d. E f. G h.", "A b. E f. G h.", "A b. C d. E f. G y."),
      "A b. E f. G y.",
    );
    assert.equal(
      await mergeCleanly("甲乙。丙丁。", "甲子。丙丁。", "甲乙。丙丁。戊己。"),
      "甲子。丙丁。戊己。",
    );
  });

  test("gets the sentences that one side adds to those that the other changed", async () => {
    assert.equal(await mergeCleanly("A b.", "A x.", "A b. C d."), "A x. C d.");
    assert.equal(await mergeCleanly("A b.\n\nq", "A x.\n\nq", "N n.\nA b.\n\nq"), "N n.\nA x.\n\nq");
    assert.equal(await mergeCleanly("A b. C d.", "A x. C d. E f.", "A b. C d. E f."), "A x. C d. E f.");
  });

  test("conflicts if both changed the same sentence, or added different ones at the same position", async () => {
    const both = (ours: string, theirs: string) => conflict(`${ours}\n`, `${theirs}\n`);
    assert.equal(
      await mergeWithConflict("A b. C d.", "A x. C d.", "A y. C z."),
      both("A x. C d.", "A y. C z."),
    );
    assert.equal(await mergeWithConflict("A b.", "A b. X x.", "A b. Y y."), both("A b. X x.", "A b. Y y."));
    await mergeWithConflict("A b. C d.", "C d.", "A x. C d.");
    assert.equal(
      await mergeWithConflict("A b. C d.", "C d.", "A b. X x. C d."),
      both("C d.", "A b. X x. C d."),
    );
  });

  test("is merged by sentences if one side only moved its line breaks", async () => {
    assert.equal(await mergeCleanly("A a\nb. C d.", "A a b.\nC d.", "A a\nb. C y."), "A a b.\nC y.");
  });

  test("is merged by lines if an unchanged line is between the changes", async () => {
    assert.equal(await mergeCleanly("a\nb\nc", "x\nb\nc", "a\nb\ny"), "x\nb\ny");
    await mergeWithConflict("a\nb\nc", "x\nb\nc", "a\ny\nc");
    const figure = (first: string, last: string) => `<figure>\n${first}\n<b>\n${last}\n</figure>`;
    assert.equal(await mergeCleanly(figure("a", "c"), figure("x", "c"), figure("a", "y")), figure("x", "y"));
  });

  test("is merged by lines if it is code, with its blank lines and indentation", async () => {
    const code = (...lines: string[]) => `\`\`\`js\n${lines.join("\n")}\n\`\`\`\n`;
    assert.equal(
      await mergeCleanly(
        code("a", "", "  b", "c"),
        code("x", "", "  b", "c"),
        code("a", "", "  b", "c", "  d"),
      ),
      code("x", "", "  b", "c", "  d"),
    );
    const [ours, theirs] = [code("x", "b"), code("a", "y")];
    assert.equal(await mergeWithConflict(code("a", "b"), ours, theirs), `${conflict(ours, theirs)}\n`);
    await mergeWithConflict(code("a"), code("a", "x"), code("a", "y"));
    const fenced = (fence: string, ...lines: string[]) => [fence, ...lines, fence].join("\n");
    assert.equal(
      await mergeCleanly(
        fenced("```", "a", "b", "c"),
        fenced("````", "a", "b", "c"),
        fenced("```", "a", "y", "c"),
      ),
      fenced("````", "a", "y", "c"),
    );
    const nested = (first: string, last: string) => `- a\n\n      ${first}\n      b\n      ${last}\n`;
    assert.equal(await mergeCleanly(nested("1", "2"), nested("x", "2"), nested("1", "y")), nested("x", "y"));
  });

  test("is merged by cells if it is a row, regardless of the spaces that align them", async () => {
    const table = (...rows: string[]) => ["| a | b |", "| - | - |", ...rows].join("\n");
    assert.equal(
      await mergeCleanly(table("| 1 | 2 |"), table("| x | 2 |"), table("| 1 | y |")),
      table("| x | y |"),
    );
    assert.equal(
      await mergeCleanly(table("| 1 | 2 |"), table("| 1    | 2 |"), table("| 1 | y |")),
      table("| 1    | y |"),
    );
    await mergeWithConflict(table("| 1 | 2 |"), table("| x | 2 |"), table("| y | 2 |"));
    assert.equal(
      await mergeCleanly("|a|b|\n|-|-|\n|1|2|", "|a|b|c|\n|-|-|-|\n|1|2|3|", "|a|b|\n|-|-|\n|x|2|"),
      "|a|b|c|\n|-|-|-|\n|x|2|3|",
    );
    await mergeWithConflict("|a|\n|-|\n|x|yes|no|", "|a|\n|-|\n|x|no|yes|", "|a|\n|-|\n|x|maybe|no|");
  });

  test("keeps the targets of its links", async () => {
    const text = (first: string, second: string) => `A [x](${first}). C [y](${second}). E.`;
    assert.equal(
      await mergeCleanly(
        text("[[p p.md]]", "[[q q.md]]"),
        text("[[n n.md]]", "[[q q.md]]"),
        text("[[p p.md]]", "[[m m.md#a.-b c]]"),
      ),
      text("[[n n.md]]", "[[m m.md#a.-b c]]"),
    );
    assert.equal(
      await mergeCleanly(
        text("[[p p.md]]", "[[q q.md]]"),
        text("[[p ./p.md]]", "[[n n.md]]"),
        text("[[p p.md]]", "[[q q.md]]").replace("E.", "F."),
      ),
      text("[[p ./p.md]]", "[[n n.md]]").replace("E.", "F."),
    );
    await mergeWithConflict(
      text("[[p p.md]]", "[[q q.md]]"),
      text("[[n p.md]]", "[[q q.md]]"),
      text("[[m p.md]]", "[[q q.md]]"),
    );
  });

  test("stays one block of the same kind", async () => {
    // Merged by lines, the underline would make a heading of the first line.
    await mergeWithConflict("a\nb\nc\nd", "a\nb\nc\n--- x", "a\nb\nc");
    await mergeWithConflict("```\na\nb\n```", "~~~\na\nb\n~~~", "```\na\nb\n~~~\nc\n```");
  });
});

describe("random changes to the parts of a block", () => {
  /** Each form of block: how its parts are written. Lines of code need an unchanged line between two changes. */
  const forms = {
    sentences: {
      isLines: false,
      write: (parts: readonly string[]) => `${parts.map((part) => `${part}.`).join(" ")}\n`,
    },
    item: {
      isLines: false,
      write: (parts: readonly string[]) => `- ${parts.map((part) => `${part}.`).join("\n  ")}\n`,
    },
    code: { isLines: true, write: (parts: readonly string[]) => `\`\`\`\n${parts.join("\n")}\n\`\`\`\n` },
    row: {
      isLines: false,
      write: (parts: readonly string[]) => `| h |\n|---|\n| k | ${parts.join(" | ")} |\n`,
    },
  };
  const form = fc.constantFrom(...(Object.keys(forms) as (keyof typeof forms)[]));
  const change = fc.oneof(
    { weight: 3, arbitrary: fc.constant("keep") },
    { weight: 1, arbitrary: fc.constantFrom("edit", "edit", "same", "delete", "insert") },
  );
  const changes = fc.array(change, { minLength: 6, maxLength: 6 });
  const part = (name: string) => `${name} [x]([[page-${name} ${name}.md]])`;

  /** The parts of a side. The names of new parts contain that of the side, unless both sides make the same change. */
  function apply(script: readonly string[], side: string): string[] {
    return script.flatMap((change, i) => {
      if (change === "keep") return [`old${i}`];
      if (change === "edit") return [`${side}${i}`];
      if (change === "same") return [`same${i}`];
      return change === "delete" ? [] : [`old${i}`, `${side}new${i}`];
    });
  }

  test("are all applied, or are a conflict with both versions", async () => {
    const seen = { clean: 0, conflicts: 0 };
    await fc.assert(
      fc.asyncProperty(form, changes, changes, async (name, ourChanges, theirChanges) => {
        // Cells correspond by their number if the number of columns is unchanged, so columns are only added.
        const [ourScript, theirScript] = [ourChanges, theirChanges].map((all) =>
          name === "row" ? all.map((change) => (change === "delete" ? "edit" : change)) : all,
        ) as [string[], string[]];
        const write = (names: readonly string[]) => forms[name].write(names.map(part));
        const names = {
          base: apply(Array(6).fill("keep"), ""),
          ours: apply(ourScript, "ours"),
          theirs: apply(theirScript, "theirs"),
        };
        fc.pre(names.ours.length > 0 && names.theirs.length > 0);
        const [base, ours, theirs] = [write(names.base), write(names.ours), write(names.theirs)];
        const { text, isMarked } = await mergeTexts(base, ours, theirs);
        seen[isMarked ? "conflicts" : "clean"]++;
        const isChangedTwice = ourScript.some((own, i) => {
          const changes = new Set([own, theirScript[i]]);
          return changes.size > 1 && !changes.has("keep") && !changes.has("insert");
        });
        assert.ok(isMarked || !isChangedTwice, text);
        for (const side of [ours, theirs])
          if (isMarked)
            for (const line of side.split("\n").filter((line) => line !== ""))
              assert.ok(text.includes(line), line);
        if (isMarked) return;
        const merged = Array.from(text.matchAll(/\[\[page-(\w+) \1\.md\]\]/g), ([, found]) => found ?? "");
        assert.equal(text, write(merged), "parts are joined as they were written");
        const isDeleted = (found: string) => !names.ours.includes(found) || !names.theirs.includes(found);
        const expected = [
          ...names.base.filter((found) => !isDeleted(found)),
          ...[...names.ours, ...names.theirs].filter((found) => !names.base.includes(found)),
        ];
        assert.deepEqual([...merged].sort(), [...new Set(expected)].sort());
        for (const side of [names.ours, names.theirs])
          assert.deepEqual(
            merged.filter((found) => side.includes(found)),
            side.filter((found) => merged.includes(found)),
          );
        for (const side of [ours, theirs])
          assert.equal(await mergeCleanly(base, text, side), text, "merging again changes nothing");
      }),
      { numRuns: 400 },
    );
    assert.ok(seen.clean > 0 && seen.conflicts > 0, JSON.stringify(seen));
  });

  test("never conflict if the sides replace different parts", async () => {
    const owner = fc.constantFrom("keep", "ours", "theirs");
    await fc.assert(
      fc.asyncProperty(form, fc.array(owner, { minLength: 6, maxLength: 6 }), async (name, owners) => {
        const { isLines, write: writeParts } = forms[name];
        const write = (side: string) =>
          writeParts(
            owners.map((owner, i) => part(owner === side || side === "all" ? `${owner}${i}` : `keep${i}`)),
          );
        const isTouching = owners.some((owner, i) => {
          const next = owners[i + 1];
          return owner !== "keep" && next !== undefined && next !== "keep" && next !== owner;
        });
        const { text, isMarked } = await mergeTexts(write("none"), write("ours"), write("theirs"));
        assert.equal(isMarked, isLines && isTouching);
        if (!isMarked) assert.equal(text, write("all"));
      }),
      { numRuns: 200 },
    );
  });
});
