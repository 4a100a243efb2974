import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { documents } from "../../../test/support/documents.ts";
import { assertLinear } from "../../../test/support/linear.ts";
import { createRandom, type Random } from "../../../test/support/random.ts";
import { finish } from "../../platform/index.ts";
import { documentOf } from "../document/markdown.ts";
import { mergeTexts } from "../document/model/build.ts";
import type { Block, BlockOf, Fragment, Node } from "../document/model/model.ts";
import { resolveTable } from "../document/model/table.ts";
import { readMarkdown } from "../document/read/read-markdown.ts";
import { writeMarkdown } from "../document/write/write-markdown.ts";
import { canonicalize } from "../model/index.ts";
import type { BlockDiff, CellContent, CellDiff, EditedBlock, FragmentDiff } from "./block-diff.ts";
import { diffBlockSteps } from "./diff-blocks.ts";
import { diffLineSteps } from "./diff-lines.ts";
import { settingsOf } from "./identities.ts";
import { cellContent } from "./table-cells.ts";

const diff = (before: readonly Block[], after: readonly Block[]) => finish(diffBlockSteps(before, after));
const diffMarkdown = (before: string, after: string) => diff(blocksOf(before), blocksOf(after));

/** Blocks with keys, as they are stored. */
const blocksOf = (markdown: string) => documentOf(readMarkdown(markdown)).nodes;

/** The content of blocks without keys and without the ids in tables. */
function contentOf(blocks: readonly Block[]): unknown[] {
  return blocks.map((block) => {
    if (block.type === "table") return tableOf(block);
    const { type, data, nodes, fragments } = block;
    return {
      type,
      data: canonicalize(data),
      nodes: nodesOf(nodes ?? []),
      fragments: fragmentsOf(fragments ?? []),
    };
  });
}

function nodesOf(nodes: readonly Node[]): unknown[] {
  return mergeTexts(nodes)
    .filter((node) => node.object !== "text" || node.leaves.some(({ text }) => text !== ""))
    .map((node) => {
      if (node.object === "block") return contentOf([node])[0];
      if (node.object === "text") return node.leaves.filter(({ text }) => text !== "");
      const { type, data, nodes: inner = [], fragments = [] } = node;
      return { type, data: canonicalize(data), nodes: nodesOf(inner), fragments: fragmentsOf(fragments) };
    });
}

function fragmentsOf(fragments: readonly Fragment[]): unknown[] {
  return fragments.map(({ fragment, nodes }) => [fragment, contentOf(nodes)]);
}

function tableOf(block: BlockOf<"table">) {
  const table = resolveTable(block);
  return {
    columns: table.columns.map(({ definition: { id: _, ...definition } }) => definition),
    rows: table.rows.map((row) =>
      table.columns.map((column, i) => cellOf(cellContent(table, column, row[i]))),
    ),
    settings: settingsOf(block),
  };
}

function cellOf(content: CellContent | undefined): unknown {
  if (content === undefined) return null;
  return "blocks" in content ? contentOf(content.blocks) : content.value;
}

/** The content after the change, from the blocks before it and what the difference says. */
function apply(before: readonly Block[], diffs: readonly BlockDiff[]): unknown[] {
  const result: unknown[] = [];
  let index = 0;
  for (const change of diffs) {
    if (change.change === "unchanged") {
      result.push(...contentOf(before.slice(index, index + change.blocks.length)));
      index += change.blocks.length;
    } else if (change.change === "added") result.push(...contentOf([change.block]));
    else if (change.change === "moved") {
      const moved = before[change.from] as Block;
      result.push(...(change.edit ? [applyEdit(moved, change.edit)] : contentOf([moved])));
    } else {
      const block = before[index++] as Block;
      if (change.change === "edited") result.push(applyEdit(block, change));
      else assert.deepEqual(contentOf([change.block]), contentOf([block]));
    }
  }
  assert.equal(index, before.length);
  return result;
}

function applyEdit(
  block: Block,
  { data = {}, text, blocks, fragments, table, ...edit }: EditedBlock,
): unknown {
  assert.ok(
    edit.change === "edited" && (Object.keys(data).length > 0 || text || blocks || fragments || table),
  );
  if (block.type === "table") return applyTable(block, table, edit.after);
  const fields: Record<string, unknown> = { ...block.data };
  for (const [name, { after }] of Object.entries(data)) {
    if (after === undefined) delete fields[name];
    else fields[name] = after;
  }
  const children = (block.nodes ?? []) as readonly Block[];
  const nodes = text
    ? nodesOf(text.flatMap((part) => (part.change === "removed" ? [] : part.nodes)))
    : blocks
      ? apply(children, blocks)
      : nodesOf(children);
  const parts = fragments
    ? applyFragments(block.fragments ?? [], fragments)
    : fragmentsOf(block.fragments ?? []);
  return { type: block.type, data: canonicalize(fields), nodes, fragments: parts };
}

function applyFragments(before: readonly Fragment[], diffs: readonly FragmentDiff[]): unknown[] {
  const nodes = new Map(before.map((fragment) => [fragment.fragment, fragment.nodes]));
  return diffs
    .filter(({ change }) => change !== "removed")
    .map(({ fragment, blocks }) => [fragment, apply(nodes.get(fragment) ?? [], blocks)]);
}

function applyTable(before: Block, table: EditedBlock["table"], after: Block): unknown {
  assert.ok(table !== undefined && before.type === "table" && after.type === "table");
  const shown = table.columns.flatMap(({ after: column }, i) =>
    column === undefined ? [] : [{ column, i }],
  );
  const applyCell = ({ change, before: old, after: current, blocks }: CellDiff) => {
    if (change === "unchanged") return cellOf(old);
    if (change === "edited" && blocks !== undefined && old !== undefined && "blocks" in old)
      return apply(old.blocks, blocks);
    return cellOf(current);
  };
  return {
    columns: shown.map(({ column: { definition } }) => {
      const { id: _, ...rest } = definition;
      return rest;
    }),
    rows: table.rows
      .filter(({ change }) => change !== "removed")
      .map(({ cells }) => shown.map(({ i }) => applyCell(cells[i] as CellDiff))),
    settings: settingsOf(table.hasOtherSettings ? after : before),
  };
}

/** Changes blocks at random places and depths. */
function change(blocks: readonly Block[], others: readonly Block[], random: Random): Block[] {
  const changed = blocks.flatMap((block): Block[] => {
    if (random.chance(0.1)) return [];
    const inserted = random.chance(0.15) && others.length > 0 ? [random.pick(others)] : [];
    return [...inserted, random.chance(0.4) ? changeInside(block, random) : block];
  });
  if (random.chance(0.3) && changed.length > 1) {
    const [moved] = changed.splice(random.below(changed.length), 1);
    if (moved) changed.splice(random.below(changed.length + 1), 0, moved);
  }
  return changed;
}

function changeInside<N extends Node | Fragment>(node: N, random: Random): N {
  if (node.object === "text") {
    const leaves = node.leaves.map((leaf) =>
      random.chance(0.5) ? { ...leaf, text: `${leaf.text} new` } : leaf,
    );
    return { ...node, leaves };
  }
  const nodes = node.nodes as readonly Node[] | undefined;
  const kept =
    nodes && nodes.length > 1 && random.chance(0.3) ? nodes.toSpliced(random.below(nodes.length), 1) : nodes;
  const fragments =
    "fragments" in node ? node.fragments?.map((part) => changeInside(part, random)) : undefined;
  return {
    ...node,
    ...(kept && { nodes: kept.map((child) => changeInside(child, random)) }),
    ...(fragments && { fragments }),
  };
}

const stored = (blocks: readonly Block[]) => blocksOf(writeMarkdown(blocks));

describe("a difference of blocks", () => {
  test("says everything that differs, and nothing else", () => {
    fc.assert(
      fc.property(documents, documents, fc.integer(), (blocks, others, seed) => {
        const before = stored(blocks);
        for (const after of [stored(change(before, others, createRandom(seed))), stored(others)]) {
          const diffs = diff(before, after);
          assert.deepEqual(apply(before, diffs), contentOf(after));
          const isEqual = JSON.stringify(contentOf(before)) === JSON.stringify(contentOf(after));
          assert.equal(
            diffs.every(({ change: kind }) => kind === "unchanged"),
            isEqual,
          );
        }
        const again = diff(before, stored(before));
        assert.ok(again.every(({ change: kind }) => kind === "unchanged"));
      }),
      { numRuns: 60 },
    );
  });

  const summary = (diffs: readonly BlockDiff[]) => diffs.map(({ change: kind }) => kind);
  const wordsOf = (edited: BlockDiff | undefined) =>
    edited?.change === "edited"
      ? edited.text?.map((part) => [
          part.change,
          part.nodes
            .map((node) => (node.object === "text" ? node.leaves.map(({ text }) => text).join("") : ""))
            .join(""),
        ])
      : undefined;

  test("marks the words of a changed paragraph", () => {
    const [edited] = diffMarkdown("The quick brown fox jumps.", "The slow brown fox jumps high.");
    assert.deepEqual(wordsOf(edited), [
      ["unchanged", "The "],
      ["removed", "quick"],
      ["added", "slow"],
      ["unchanged", " brown fox jumps"],
      ["added", " high"],
      ["unchanged", "."],
    ]);
    const [marked] = diffMarkdown("one two three four", "one **two** three four");
    assert.deepEqual(
      wordsOf(marked)?.map(([kind]) => kind),
      ["unchanged", "removed", "added", "unchanged"],
    );
  });

  test("tells moved blocks from removed and added ones", () => {
    const diffs = diffMarkdown("# A\n\none\n\ntwo\n\nthree", "# A\n\nthree\n\none\n\ntwo\n\nfour");
    assert.deepEqual(summary(diffs), ["unchanged", "moved", "unchanged", "moved-away", "added"]);
    assert.deepEqual(summary(diffMarkdown("a\n\n---\n\nb", "a\n\nb\n\n---")), [
      "unchanged",
      "removed",
      "unchanged",
      "added",
    ]);
  });

  test("recognizes a moved block with other words", () => {
    const moved = (word: string) => `The pump starts in the ${word} and runs for an hour.`;
    const others = ["# Head", "Sensors are read each minute by the hub.", "Vents open when it is warm."];
    const diffs = diffMarkdown(
      [others[0], moved("morning"), others[1], others[2]].join("\n\n"),
      [others[0], others[1], others[2], moved("evening")].join("\n\n"),
    );
    assert.deepEqual(summary(diffs), ["unchanged", "moved-away", "unchanged", "moved"]);
    const last = diffs.at(-1);
    assert.ok(last?.change === "moved" && last.from === 1);
    assert.deepEqual(wordsOf(last.edit), [
      ["unchanged", "The pump starts in the "],
      ["removed", "morning"],
      ["added", "evening"],
      ["unchanged", " and runs for an hour."],
    ]);
    // Another text at another place is no version of it.
    const other = diffMarkdown(
      `${moved("morning")}\n\n${others[1]}`,
      `${others[1]}\n\nThe hub is for an hour.`,
    );
    assert.deepEqual(summary(other), ["removed", "unchanged", "added"]);
  });

  test("compares a list of many changed items in small steps", () => {
    const items = (word: string) =>
      blocksOf(Array.from({ length: 8_000 }, (_, i) => `- item ${i} has the ${word} word`).join("\n"));
    const steps = diffBlockSteps(items("old"), items("new").slice());
    let longest = 0;
    for (;;) {
      const start = process.cpuUsage();
      const { done } = steps.next();
      const { user, system } = process.cpuUsage(start);
      longest = Math.max(longest, user + system);
      if (done) break;
    }
    assert.ok(longest < 200_000, `a step takes ${longest} µs of processor time`);
  });

  test("compares items, lines of code and cells", () => {
    const [list] = diffMarkdown("- one\n- two\n- three", "- one\n- two and more\n- three\n- four");
    assert.deepEqual(summary((list as EditedBlock).blocks ?? []), [
      "unchanged",
      "edited",
      "unchanged",
      "added",
    ]);
    const [code] = diffMarkdown("```js\na();\nb(1);\n```", "```js\na();\nb(2);\nc();\n```");
    assert.deepEqual(summary((code as EditedBlock).blocks ?? []), ["unchanged", "edited", "added"]);
    const head = "| name | size |\n|---|---|\n";
    const [table] = diffMarkdown(
      `${head}| a | 1 |\n| b | 2 |\n| c | 3 |`,
      `${head.replace("size |", "size | note |").replace("---|\n", "---|---|\n")}| a | 1 | x |\n| b | 20 | |\n| d | 4 | |`,
    );
    const { columns, rows } = (table as EditedBlock).table ?? { columns: [], rows: [] };
    assert.deepEqual(
      columns.map(({ change: kind }) => kind),
      ["unchanged", "unchanged", "added"],
    );
    assert.deepEqual(
      rows.map(({ change: kind, cells }) => [kind, ...cells.map((cell) => cell.change)]),
      [
        ["edited", "unchanged", "unchanged", "added"],
        ["edited", "unchanged", "edited", "unchanged"],
        ["removed", "removed", "removed", "unchanged"],
        ["added", "added", "added", "unchanged"],
      ],
    );
  });

  test("names the changed fields of a block", () => {
    const hint = (style: string) => `{% hint style="${style}" %}\nSame.\n{% endhint %}`;
    const [edited] = diffMarkdown(hint("info"), hint("warning"));
    const { data, blocks } = edited as EditedBlock;
    assert.deepEqual(data, { style: { before: "info", after: "warning" } });
    assert.equal(blocks, undefined);
  });

  test("replaces a very long text as a whole", () => {
    const long = (word: string) => `${word} ${"text ".repeat(15_000)}end`;
    const [edited] = diffMarkdown(long("one"), long("two"));
    assert.deepEqual(
      (edited as EditedBlock).text?.map(({ change: kind }) => kind),
      ["removed", "added"],
    );
  });

  test("takes time in proportion to the size of the documents", () => {
    const paragraphs = (count: number, word: string) => {
      const texts = Array.from(
        { length: count },
        (_, i) => `Paragraph ${i} with ${i % 3 ? "a" : word} word.`,
      );
      return blocksOf(texts.join("\n\n"));
    };
    const pairOf = (count: number) =>
      [paragraphs(count, "old"), paragraphs(count, "new").toReversed()] as const;
    const [short, long] = [pairOf(500), pairOf(2000)];
    assertLinear(
      () => diff(...short),
      () => diff(...long),
    );
  });
});

describe("a difference of lines", () => {
  test("gives the lines of the other text, and the changed words in them", () => {
    const lines = fc.array(fc.constantFrom("", "a", "b c", "the same long line", "the other long line"));
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diffs = finish(diffLineSteps(before, after));
        const kept = diffs.filter(({ change: kind }) => kind !== "removed");
        assert.deepEqual(
          kept.map(({ index }) => after[index]),
          after,
        );
        const removed = diffs.filter(({ change: kind }) => kind === "removed").map(({ index }) => index);
        const added = new Set(diffs.filter(({ change: kind }) => kind === "added").map(({ index }) => index));
        const rest = before.filter((_, i) => !removed.includes(i));
        assert.deepEqual(
          rest,
          after.filter((_, i) => !added.has(i)),
        );
      }),
    );
    const [old, current] = finish(diffLineSteps(["one two three"], ["one 2 three"]));
    assert.deepEqual(old, { change: "removed", index: 0, ranges: [[4, 7]] });
    assert.deepEqual(current, { change: "added", index: 0, ranges: [[4, 5]] });
  });
});
