import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { mergeTexts, parseLinks } from "../../../test/support/merging.ts";
import { splitBlocks } from "../markdown/blocks.ts";

/** How blocks can look, each around a name that no other has and a link that is kept by id. */
const forms = {
  paragraph: (name: string, link: string) => `${name} text\n${link} goes on`,
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
  /** Whether its link is spelled in another manner, which changes nothing. */
  readonly isRespelled?: boolean;
}

/** Above all tables and lists: these can run together. */
const form = fc.oneof(
  fc.constantFrom(...(Object.keys(forms) as Form[])),
  fc.constantFrom<Form>("head", "row", "row", "item", "numbered"),
);

function write({ name, form, isRespelled = false }: Block): string {
  return forms[form](name, `[x]([[page-${name} ${isRespelled ? "./" : ""}${name}.md]])`);
}

/** Joined as an author would: rows line by line, items close together or not, the rest apart from each other. */
function writeAll(blocks: readonly Block[], isLoose: boolean): string {
  let [text, isInTable] = ["", false];
  for (const [i, block] of blocks.entries()) {
    const previous = blocks[i - 1]?.form ?? "";
    const isItem = (name: string) => name === "item" || name === "numbered";
    const isRow = isInTable && block.form === "row";
    const isClose = isRow || (!isLoose && isItem(previous) && isItem(block.form));
    if (i > 0) text += isClose ? "\n" : isLoose ? "\n\n\n" : "\n\n";
    text += write(block);
    isInTable = isRow || block.form === "head";
  }
  return text === "" ? "" : `${text}\n`;
}

/** The names of the blocks that are there, in their order; each block must be a whole one. */
function namesIn(source: string): string[] {
  const known = (block: string) => /\[\[page-(\w+) /.exec(block)?.[1] ?? assert.fail(`no block: ${block}`);
  // With the marks of the links still in it, the text has the same blocks.
  return splitBlocks(source).blocks.map(({ text }) => {
    const [name, plain] = [known(text), text.replace(" ./", " ")];
    assert.ok(
      Object.keys(forms).some((form) => write({ name, form: form as Form }) === plain),
      text,
    );
    return name;
  });
}

/** What one side does with a block, and what it inserts before it. Of what is new there are few, so that both agree at times. */
const step = fc.record({
  change: fc.constantFrom("keep", "keep", "keep", "keep", "respell", "edit0", "edit1", "delete", "delete"),
  inserted: fc.oneof(
    { weight: 4, arbitrary: fc.constant<number[]>([]) },
    { weight: 1, arbitrary: fc.subarray([0, 1, 2]) },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const most = 7;
const script = fc.record({
  steps: fc.array(step, { minLength: most + 1, maxLength: most + 1 }),
  isLoose: fc.boolean(),
});
const baseForms = fc.array(form, { maxLength: most, size: "max" });

/** How each new block looks, for both sides alike: five at each place. */
const newForms = fc.array(form, { minLength: 5 * (most + 1), maxLength: 5 * (most + 1) });

/** The blocks of a side, with what each was in the base. */
function play(
  base: readonly Block[],
  steps: readonly Step[],
  looks: readonly Form[],
): { block: Block; from?: number }[] {
  const newForm = (i: number, n: number) => looks[i * 5 + n] ?? "item";
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

/** What kind of block each is: that of a row depends on what is before it. */
function kindsOf(blocks: readonly Block[]): string[] {
  return splitBlocks(writeAll(blocks, false)).blocks.map(({ kind }) => kind);
}

/** The changes of a side as stretches of the base; block by block where as many come as go, kind by kind. */
function changesOf(base: readonly Block[], side: readonly { block: Block; from?: number }[]): Change[] {
  const changes: Change[] = [];
  const was = kindsOf(base);
  const is = kindsOf(side.map(({ block }) => block));
  let [from, names, at]: [number, string[], number] = [0, [], 0];
  const close = (to: number): void => {
    const isPaired = names.every((_, i) => was[from + i] === is[at - names.length + i]);
    if (names.length === to - from && isPaired)
      names.forEach((name, i) => void changes.push({ from: from + i, to: from + i + 1, names: [name] }));
    else changes.push({ from, to, names });
  };
  for (const { block, from: place } of side) {
    if (place === undefined) names.push(block.name);
    else {
      close(place);
      [from, names] = [place + 1, []];
    }
    at += 1;
  }
  close(base.length);
  return changes;
}

/** An insertion is in conflict only within what the other changed, never at its border; two deletions never are. */
function isConflict(a: Change, b: Change): boolean {
  if (a.names.length === 0 && b.names.length === 0) return false;
  return a.from < b.to && b.from < a.to && JSON.stringify(a) !== JSON.stringify(b);
}

/** What one inserted right behind what the other deleted may belong to that. */
function mayBelong(a: Change, b: Change): boolean {
  const isAddedTo = (one: Change, other: Change) =>
    one.from === one.to && other.names.length === 0 && other.to === one.from;
  return isAddedTo(a, b) || isAddedTo(b, a);
}

/** What both wrote, but not quite the same or not at the same place, may be there twice. */
function isUnclear(a: Change, b: Change): boolean {
  return JSON.stringify(a) !== JSON.stringify(b) && a.names.some((name) => b.names.includes(name));
}

describe("random versions of a document", () => {
  const named = (all: readonly Form[]): Block[] => all.map((form, i) => ({ name: `old${i}`, form }));

  test("conflict only where both changed the same block, and otherwise contain the blocks of both", async () => {
    await fc.assert(
      fc.asyncProperty(baseForms, newForms, script, script, async (all, looks, ours, theirs) => {
        const base = named(all);
        const [own, other] = [play(base, ours.steps, looks), play(base, theirs.steps, looks)];
        const blocks = (side: typeof own) => side.map(({ block }) => block);
        const { text, isMarked } = await mergeTexts(
          writeAll(base, false),
          writeAll(blocks(own), ours.isLoose),
          writeAll(blocks(other), theirs.isLoose),
        );
        const names = [own, other].map((side) => side.map(({ block }) => block.name));
        const [first = [], second = []] = names;
        const some = (test: (a: Change, b: Change) => boolean): boolean =>
          changesOf(base, own).some((a) => changesOf(base, other).some((b) => test(a, b)));
        const isFilled = first.length > 0 && second.length > 0 && String(first) !== String(second);
        const expected = all.length === 0 ? isFilled : some(isConflict);
        assert.ok(isMarked === expected || (isMarked && some(mayBelong)), text);
        const fresh = names.flat().filter((name) => !name.startsWith("old"));
        for (const name of fresh) assert.ok(text.includes(`[[page-${name} `), `${name} is lost`);
        checkLinks(text);
        if (isMarked) return;
        const merged = namesIn(text);
        const kept = first.filter((name) => name.startsWith("old") && second.includes(name));
        assert.deepEqual([...new Set(merged)].sort(), [...new Set([...kept, ...fresh])].sort());
        if (some(isUnclear)) return;
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

  /** Each link of the text is one that is kept, and leads to where it says. */
  function checkLinks(source: string): void {
    for (const { 0: all, 1: page, 2: name } of source.matchAll(/\[\[page-(\w+) (?:\.\/)?(\w+)\.md\]\]/g))
      assert.equal(page, name, all);
    const { text, links } = parseLinks(source);
    assert.equal(text.match(/\.md\)/g)?.length ?? 0, links.length);
  }

  test("may move and repeat blocks: no block is invented, and no new block is lost", async () => {
    const names = fc.array(fc.constantFrom(..."abcdef"), { maxLength: 8, size: "max" });
    const inserted = fc.array(fc.constantFrom(..."uvwxyz"), { maxLength: 2 });
    const side = fc.tuple(names, inserted, fc.boolean());
    await fc.assert(
      fc.asyncProperty(names, side, side, form, async (base, ours, theirs, form) => {
        const blocks = (all: readonly string[]) => all.map((name) => ({ name, form }));
        const [own, other] = [ours, theirs].map(([all, added, isLast]) =>
          isLast ? [...all, ...added] : [...added, ...all],
        );
        const sources = [base, own ?? [], other ?? []].map((all) => writeAll(blocks(all), false));
        const [was = "", mine = "", yours = ""] = sources;
        const { text, isMarked } = await mergeTexts(was, mine, yours);
        const written = new Set(sources.flatMap((source) => source.split("\n")));
        for (const line of text.split("\n"))
          assert.ok(/^(?:<{7}|={7}|>{7})/.test(line) || line === "" || written.has(line));
        for (const name of [...(own ?? []), ...(other ?? [])])
          if (!base.includes(name)) assert.ok(text.includes(`[[page-${name} `));
        if (!isMarked)
          for (const name of namesIn(text)) assert.ok([...(own ?? []), ...(other ?? [])].includes(name));
        checkLinks(text);
      }),
      { numRuns: 500 },
    );
  });

  test("are merged to the changed version byte for byte if the other is unchanged", async () => {
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
