import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { mergeTexts, parseLinks } from "../../../test/support/merging.ts";
import { finish } from "../../platform/steps.ts";
import { splitSteps } from "../markdown/blocks.ts";

/** The Markdown of each form of block, with a unique name and a link that is stored by id. */
const forms = {
  paragraph: (name: string, link: string) => `${name} text\n${link} continues`,
  underlined: (name: string, link: string) => `${name} ${link}\n---`,
  heading: (name: string, link: string) => `## ${name} ${link}`,
  item: (name: string, link: string) => `- ${name}\n  ${link}`,
  numbered: (name: string, link: string) => `   1. ${name} ${link}`,
  code: (name: string, link: string) => `\`\`\`\n${name}\n\n- ${link}\n\`\`\``,
  head: (name: string, link: string) => `| ${name} | ${link} |\n| --- | --- |`,
  row: (name: string, link: string) => `| ${name} | ${link} |`,
  quote: (name: string, link: string) => `> ${name}\n>\n> ${link}`,
  tag: (name: string, link: string) => `{% ${name} "${link}" %}`,
  comment: (name: string, link: string) => `<!-- ${name}\n\n${link} -->`,
};
type Form = keyof typeof forms;

interface Block {
  readonly name: string;
  readonly form: Form;
  /** Whether the link has another spelling with the same target. */
  readonly isRespelled?: boolean;
}

/** Forms of blocks. Tables and lists are more frequent, since adjacent ones can merge. */
const form = fc.oneof(
  fc.constantFrom(...(Object.keys(forms) as Form[])),
  fc.constantFrom<Form>("head", "row", "row", "item", "numbered"),
);

function write({ name, form, isRespelled = false }: Block): string {
  return forms[form](name, `[x]([[page-${name} ${isRespelled ? "./" : ""}${name}.md]])`);
}

/** Joins blocks: rows by a line break, items by one or two, other blocks by a blank line. */
function writeAll(blocks: readonly Block[], isLoose: boolean): string {
  let [text, isInTable] = ["", false];
  for (const [i, block] of blocks.entries()) {
    const previous = blocks[i - 1]?.form ?? "";
    const isItem = (name: string) => name === "item" || name === "numbered";
    const isRow = isInTable && block.form === "row";
    const isAdjacent = isRow || (!isLoose && isItem(previous) && isItem(block.form));
    if (i > 0) text += isAdjacent ? "\n" : isLoose ? "\n\n\n" : "\n\n";
    text += write(block);
    isInTable = isRow || block.form === "head";
  }
  return text === "" ? "" : `${text}\n`;
}

/** The names of the blocks of a text in order. Asserts that each block is complete. */
function namesIn(source: string): string[] {
  const nameOf = (block: string) =>
    /\[\[page-(\w+) /.exec(block)?.[1] ?? assert.fail(`unknown block: ${block}`);
  // The notation of the links does not change the blocks of the text.
  return finish(splitSteps(source)).blocks.map(({ text }) => {
    const [name, plain] = [nameOf(text), text.replace(" ./", " ")];
    assert.ok(
      Object.keys(forms).some((form) => write({ name, form: form as Form }) === plain),
      text,
    );
    return name;
  });
}

/** The change of a side to a block, and the blocks it inserts before it. There are few new blocks, so that sides sometimes agree. */
const step = fc.record({
  change: fc.constantFrom("keep", "keep", "keep", "keep", "respell", "edit0", "edit1", "delete", "delete"),
  inserted: fc.oneof(
    { weight: 4, arbitrary: fc.constant<number[]>([]) },
    { weight: 1, arbitrary: fc.subarray([0, 1, 2]) },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const maxBlocks = 7;
const script = fc.record({
  steps: fc.array(step, { minLength: maxBlocks + 1, maxLength: maxBlocks + 1 }),
  isLoose: fc.boolean(),
});
const baseForms = fc.array(form, { maxLength: maxBlocks, size: "max" });

/** The forms of new blocks, equal for both sides: five at each position. */
const newForms = fc.array(form, { minLength: 5 * (maxBlocks + 1), maxLength: 5 * (maxBlocks + 1) });

/** Applies steps to the base. Returns the blocks with their indexes in the base. */
function applySteps(
  base: readonly Block[],
  steps: readonly Step[],
  newForms: readonly Form[],
): { block: Block; from?: number }[] {
  const newForm = (i: number, n: number) => newForms[i * 5 + n] ?? "item";
  return steps.slice(0, base.length + 1).flatMap(({ change, inserted }, i) => {
    const added = inserted.map((n) => ({ block: { name: `new${i}x${n}`, form: newForm(i, n) } }));
    const block = base[i];
    if (block === undefined || change === "delete") return added;
    if (change.startsWith("edit"))
      return [...added, { block: { name: `${change}x${i}`, form: newForm(i, Number(change.at(-1)) + 3) } }];
    return [...added, { block: { ...block, isRespelled: change === "respell" }, from: i }];
  });
}

interface Change {
  readonly from: number;
  readonly to: number;
  readonly names: readonly string[];
}

/** The kinds of blocks. The kind of a row depends on the block before it. */
function kindsOf(blocks: readonly Block[]): string[] {
  return finish(splitSteps(writeAll(blocks, false))).blocks.map(({ kind }) => kind);
}

/** The changes of a side as ranges of the base, split by block if the replaced blocks have the same kinds. */
function changesOf(base: readonly Block[], side: readonly { block: Block; from?: number }[]): Change[] {
  const changes: Change[] = [];
  const baseKinds = kindsOf(base);
  const sideKinds = kindsOf(side.map(({ block }) => block));
  let [from, names, index]: [number, string[], number] = [0, [], 0];
  const close = (to: number): void => {
    const isPaired = names.every((_, i) => baseKinds[from + i] === sideKinds[index - names.length + i]);
    if (names.length === to - from && isPaired)
      names.forEach((name, i) => void changes.push({ from: from + i, to: from + i + 1, names: [name] }));
    else changes.push({ from, to, names });
  };
  for (const { block, from: baseIndex } of side) {
    if (baseIndex === undefined) names.push(block.name);
    else {
      close(baseIndex);
      [from, names] = [baseIndex + 1, []];
    }
    index += 1;
  }
  close(base.length);
  return changes;
}

/** An insertion conflicts only inside a range that the other side changed. Two deletions never conflict. */
function isConflict(a: Change, b: Change): boolean {
  if (a.names.length === 0 && b.names.length === 0) return false;
  return a.from < b.to && b.from < a.to && JSON.stringify(a) !== JSON.stringify(b);
}

/** Whether one side inserted directly after a range that the other deleted. The insertion may belong to that range. */
function mayBelong(a: Change, b: Change): boolean {
  const isAddedTo = (insertion: Change, deletion: Change) =>
    insertion.from === insertion.to && deletion.names.length === 0 && deletion.to === insertion.from;
  return isAddedTo(a, b) || isAddedTo(b, a);
}

/** Whether both sides inserted the same block at the same position, beside different ones. */
function areNearEqual(a: Change, b: Change): boolean {
  return a.from <= b.to && b.from <= a.to && mayRepeat(a, b);
}

/** Whether both sides inserted the same block in different changes. It may then occur twice. */
function mayRepeat(a: Change, b: Change): boolean {
  return JSON.stringify(a) !== JSON.stringify(b) && a.names.some((name) => b.names.includes(name));
}

describe("random versions of a document", () => {
  const blocksOf = (all: readonly Form[]): Block[] => all.map((form, i) => ({ name: `old${i}`, form }));

  test("conflict only where both changed the same block, and otherwise contain the blocks of both", async () => {
    await fc.assert(
      fc.asyncProperty(baseForms, newForms, script, script, async (all, forms, ours, theirs) => {
        const base = blocksOf(all);
        const [ourSide, theirSide] = [
          applySteps(base, ours.steps, forms),
          applySteps(base, theirs.steps, forms),
        ];
        const blocks = (side: typeof ourSide) => side.map(({ block }) => block);
        const baseText = writeAll(base, false);
        const ourText = writeAll(blocks(ourSide), ours.isLoose);
        const theirText = writeAll(blocks(theirSide), theirs.isLoose);
        const { text, isMarked } = await mergeTexts(baseText, ourText, theirText);
        const names = [ourSide, theirSide].map((side) => side.map(({ block }) => block.name));
        const [first = [], second = []] = names;
        const someChanges = (test: (a: Change, b: Change) => boolean): boolean =>
          changesOf(base, ourSide).some((a) => changesOf(base, theirSide).some((b) => test(a, b)));
        const isFilled = first.length > 0 && second.length > 0 && !differsByInsertion(first, second);
        const expected = all.length === 0 ? isFilled : someChanges(isConflict);
        const mayConflict = someChanges((a, b) => mayBelong(a, b) || areNearEqual(a, b));
        assert.ok(isMarked === expected || (isMarked && mayConflict), text);
        const newNames = names.flat().filter((name) => !name.startsWith("old"));
        for (const name of newNames) assert.ok(text.includes(`[[page-${name} `), `${name} is lost`);
        checkLinks(text);
        if (isMarked) return;
        for (const side of [ourText, theirText]) {
          const again = await mergeTexts(baseText, text, side);
          assert.ok(again.isMarked || again.text === text, "merging again adds nothing");
        }
        const merged = namesIn(text);
        const kept = first.filter((name) => name.startsWith("old") && second.includes(name));
        assert.deepEqual([...new Set(merged)].sort(), [...new Set([...kept, ...newNames])].sort());
        if (someChanges(mayRepeat)) return;
        assert.equal(new Set(merged).size, merged.length);
        for (const side of names)
          assert.deepEqual(
            merged.filter((name) => side.includes(name)),
            side.filter((name) => merged.includes(name)),
          );
      }),
      { numRuns: 500 },
    );
  });

  /** Whether one sequence is the other one with an insertion at one position. */
  function differsByInsertion(a: readonly string[], b: readonly string[]): boolean {
    const [short, long] = a.length < b.length ? [a, b] : [b, a];
    return (
      short.some(
        (_, i) =>
          String([
            ...short.slice(0, i),
            ...long.slice(i, i + long.length - short.length),
            ...short.slice(i),
          ]) === String(long),
      ) || String(short) === String(long.slice(0, short.length))
    );
  }

  /** Asserts that all links are stored, and that each has the target that its text names. */
  function checkLinks(source: string): void {
    for (const { 0: all, 1: page, 2: name } of source.matchAll(/\[\[page-(\w+) (?:\.\/)?(\w+)\.md\]\]/g))
      assert.equal(page, name, all);
    const { text, links } = parseLinks(source);
    assert.equal(text.match(/\.md\)/g)?.length ?? 0, links.length);
  }

  test("may move and repeat blocks: merging adds no other block and loses no new block", async () => {
    const names = fc.array(fc.constantFrom(..."abcdef"), { maxLength: 8, size: "max" });
    const inserted = fc.array(fc.constantFrom(..."uvwxyz"), { maxLength: 2 });
    const side = fc.tuple(names, inserted, fc.boolean());
    await fc.assert(
      fc.asyncProperty(names, side, side, form, async (base, ours, theirs, form) => {
        const blocks = (all: readonly string[]) => all.map((name) => ({ name, form }));
        const [ourNames, theirNames] = [ours, theirs].map(([all, added, isLast]) =>
          isLast ? [...all, ...added] : [...added, ...all],
        );
        const sources = [base, ourNames ?? [], theirNames ?? []].map((all) => writeAll(blocks(all), false));
        const [baseText = "", ourText = "", theirText = ""] = sources;
        const { text, isMarked } = await mergeTexts(baseText, ourText, theirText);
        const written = new Set(sources.flatMap((source) => source.split("\n")));
        for (const line of text.split("\n"))
          assert.ok(/^(?:<{7}|={7}|>{7})/.test(line) || line === "" || written.has(line));
        for (const name of [...(ourNames ?? []), ...(theirNames ?? [])])
          if (!base.includes(name)) assert.ok(text.includes(`[[page-${name} `));
        if (!isMarked)
          for (const name of namesIn(text))
            assert.ok([...(ourNames ?? []), ...(theirNames ?? [])].includes(name));
        checkLinks(text);
      }),
      { numRuns: 500 },
    );
  });

  test("merge to the changed version byte for byte if the other is unchanged", async () => {
    /** Pieces of Markdown, separated by broken bars. */
    const any = fc.array(
      fc.constantFrom(
        ..."a¦ ¦\n¦\n\n¦- ¦|¦|-|\n¦```¦---\n¦x: 1\n¦\r\n¦# ¦<<<<<<< change request\n".split("¦"),
      ),
      { maxLength: 40, size: "max" },
    );
    await fc.assert(
      fc.asyncProperty(any, any, async (first, second) => {
        const [base, side] = [first.join(""), second.join("")];
        for (const [ours, theirs] of [
          [side, base],
          [base, side],
          [side, side],
        ] as const)
          assert.deepEqual(await mergeTexts(base, ours, theirs), { text: side, isMarked: false });
      }),
      { numRuns: 200 },
    );
  });
});
