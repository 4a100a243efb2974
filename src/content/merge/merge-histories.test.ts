import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { TestContent } from "../../../test/support/content.ts";
import { fork, mergeSides } from "../../../test/support/merging.ts";
import { LecternError } from "../../platform/errors.ts";
import type { Change } from "../changes/change.ts";
import { readDocumentMarkdown, type StoredDocument } from "../document-store/document-store.ts";
import { readEntries } from "../map/read-map.ts";
import { type Content, diffContents, type Roots, rootOf } from "../model/content.ts";
import type { PageRecord } from "../model/records.ts";
import { mergeContents } from "./merge-contents.ts";
import { isSame, type Sides } from "./three-way.ts";

const kinds =
  "insert insert insert edit edit edit title hide place move move rename delete variable file name-file delete-file reuse edit-reuse drop-reuse";
const number = fc.noBias(fc.nat(999));
const step = fc.record({
  kind: fc.constantFrom(...kinds.split(" ")),
  which: number,
  other: number,
  at: fc.option(fc.nat(4), { nil: undefined }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const steps = (maxLength: number) => fc.array(step, { maxLength, size: "max" });
const builders = fc.array(
  fc.record({
    kind: fc.constantFrom("insert", "insert", "insert", "variable", "file", "reuse"),
    which: number,
    other: number,
    at: fc.constant(undefined),
  }),
  { minLength: 4, maxLength: 14 },
);
const plain = { contentType: "text/plain", size: 1, blob: "b" };

async function keysOf({ nodes, roots }: Content, map: keyof Roots): Promise<string[]> {
  return (await readEntries(nodes, roots[map])).map(({ key }) => key);
}

/** Changes, removes or inserts one block of a text. A new block contains the name of its author. */
function editText(markdown: string, { which, other }: Step, author: string, link: string): string {
  const blocks = markdown.split("\n\n").filter((block) => block !== "");
  const index = which % (blocks.length + 1);
  const newBlock = `${author}${which}x${other} [x](/pages/${link})`;
  if (other % 4 === 0) blocks.splice(index, 1);
  else blocks.splice(index, other % 2, newBlock);
  return blocks.join("\n\n");
}

async function changeOf(content: TestContent, step: Step, author: string): Promise<Change> {
  const { kind, which, other, at } = step;
  const now = await content.open();
  const pick = (names: readonly string[], number: number) => names[number % names.length] ?? "none";
  const pages = await keysOf(now, "pages");
  const [page, into] = [pick(pages, which), pick(["", ...pages], other)];
  const [file, reusableContent] = [
    pick(await keysOf(now, "files"), which),
    pick(await keysOf(now, "reusableContents"), which),
  ];
  const name = `n${other % 5}`;
  const position = { into, ...(at !== undefined && { at }) };
  const document = {
    markdown: `one ${author}${which}\n\ntwo [x](/pages/${into})\n\nthree ${author}${other}\n`,
  };
  switch (kind) {
    case "insert":
      if (which % 8 === 0)
        return {
          operation: "insert_page",
          type: "link",
          title: name,
          ...position,
          target: { kind: "url", url: "https://x" },
        };
      if (which % 8 === 1) return { operation: "insert_page", type: "group", title: name };
      return { operation: "insert_page", title: name, ...position, document };
    case "edit":
      return {
        operation: "update_page",
        page,
        document: { markdown: editText(await content.markdown(page), step, author, into) },
      };
    case "title":
      return { operation: "update_page", page, title: `${name}${author}` };
    case "hide":
      return { operation: "update_page", page, hidden: which % 2 === 0, variables: { [name]: author } };
    case "place":
      return { operation: "update_page", page, at: other % 4 };
    case "move":
      return { operation: "update_page", page, ...position };
    case "rename":
      return { operation: "update_page", page, slug: name };
    case "delete":
      return { operation: "delete_page", page };
    case "variable":
      return { operation: "set_variables", variables: { [name]: which % 3 === 0 ? null : `${which % 4}` } };
    case "file":
      return { operation: "insert_files", files: [{ ...plain, name }] };
    case "name-file":
      return { operation: "update_file", file, name: `${author}${name}` };
    case "delete-file":
      return { operation: "delete_file", file };
    case "reuse":
      return { operation: "insert_reusable_content", title: name, document };
    case "edit-reuse":
      return { operation: "update_reusable_content", reusableContent, document };
    default:
      return { operation: "delete_reusable_content", reusableContent };
  }
}

async function applyHistory(content: TestContent, history: readonly Step[], author: string): Promise<void> {
  for (const step of history) {
    try {
      await content.apply(await changeOf(content, step, author));
    } catch (error) {
      // Invalid changes are skipped.
      if (!(error instanceof LecternError)) throw error;
    }
  }
}

async function createFork(first: readonly Step[], ours: readonly Step[], theirs: readonly Step[]) {
  const content = new TestContent();
  await applyHistory(content, first, "base");
  const sides = await fork(
    content,
    () => applyHistory(content, ours, "ours"),
    () => applyHistory(content, theirs, "theirs"),
  );
  return { content, sides };
}

/** All records and texts of a content as comparable lines, without positions. */
async function factsOf(content: Content): Promise<Set<string>> {
  const facts = new Set<string>();
  const { nodes, roots } = content;
  for (const { key, value } of await readEntries<PageRecord>(nodes, roots.pages)) {
    facts.add(`page ${key}`);
    const { parent, order, slug, document, createdAt, updatedAt, variables = {}, ...fields } = value;
    for (const [name, field] of Object.entries({ ...fields, ...variables }))
      facts.add(`page ${key} ${name} ${JSON.stringify(field)}`);
    for (const block of (await readDocumentMarkdown(content, key, document)).split(/\n+/))
      if (block !== "") facts.add(`page ${key} text ${block.replace(/\(.*\)/, "")}`);
  }
  for (const map of ["files", "reusableContents", "variables"] as const)
    for (const { key, value } of await readEntries(nodes, roots[map]))
      facts.add(`${map} ${key} ${JSON.stringify(value)}`);
  return facts;
}

async function factsOfSides(content: TestContent, { base, ours, theirs }: Sides<string>) {
  const factsAt = async (root: string) => factsOf(await content.open(root));
  return {
    baseFacts: await factsAt(base),
    ourFacts: await factsAt(ours),
    theirFacts: await factsAt(theirs),
    merged: await factsOf(await content.open()),
  };
}

describe("two random histories from one base", () => {
  test("merge to the changes of both unless they conflict", async () => {
    const seen = { clean: 0, conflicts: 0 };
    await fc.assert(
      fc.asyncProperty(builders, steps(8), steps(8), async (first, ours, theirs) => {
        const { content, sides } = await createFork(first, ours, theirs);
        const conflictKeys = await mergeSides(content, sides);
        seen[conflictKeys.length > 0 ? "conflicts" : "clean"]++;
        await checkLinks(await content.open());
        const { baseFacts, ourFacts, theirFacts, merged } = await factsOfSides(content, sides);
        // The merge adds nothing except in conflicts.
        for (const fact of merged.difference(ourFacts).difference(theirFacts))
          assert.ok(conflictKeys.includes(fact.split(" ")[1] ?? ""), fact);
        if (conflictKeys.length > 0) return;
        // The changes of each side are applied.
        for (const fact of ourFacts.union(theirFacts).difference(baseFacts))
          assert.ok(merged.has(fact), fact);
        for (const fact of baseFacts.intersection(merged))
          assert.ok(ourFacts.has(fact) && theirFacts.has(fact), fact);
        await checkPositions(content, sides);
      }),
      { numRuns: 150 },
    );
    assert.ok(seen.clean > 0 && seen.conflicts > 0, JSON.stringify(seen));
  });

  /** Asserts that each page has the parent that a side gave it, unless that parent was deleted. */
  async function checkPositions(content: TestContent, { base, ours, theirs }: Sides<string>): Promise<void> {
    const parentsAt = async (root: string) => {
      const { nodes, roots } = await content.open(root);
      const entries = await readEntries<PageRecord>(nodes, roots.pages);
      return new Map(entries.map(({ key, value }) => [key, value.parent]));
    };
    const [baseParents, ourParents, theirParents] = [
      await parentsAt(base),
      await parentsAt(ours),
      await parentsAt(theirs),
    ];
    const merged = await parentsAt(content.root);
    for (const [id, parent] of merged) {
      const isUnmoved = baseParents.get(id) === ourParents.get(id);
      const expected = isUnmoved ? theirParents.get(id) : ourParents.get(id);
      if (parent !== expected)
        assert.ok(expected !== undefined && expected !== "" && !merged.has(expected), id);
    }
  }

  /** Asserts that the offset of every stored link is that of a destination. */
  async function checkLinks({ nodes, roots }: Content): Promise<void> {
    for (const { value } of await readEntries<PageRecord>(nodes, roots.pages)) {
      if (value.document === undefined) continue;
      const { text, links } = await nodes.read<StoredDocument>(value.document);
      for (const link of links)
        assert.match(
          `${text.slice(link.at - 4, link.at + link.length)}${text[link.at + link.length]}`,
          /^\[x\]\([^()]+\)$/,
        );
    }
  }

  test("merge to one side if the other has no changes or the same changes", async () => {
    await fc.assert(
      fc.asyncProperty(builders, steps(8), async (first, history) => {
        const { content, sides } = await createFork(first, history, []);
        const [base, side] = [await content.open(sides.base), await content.open(sides.ours)];
        for (const [ours, theirs] of [
          [side, base],
          [base, side],
          [side, side],
        ] as const) {
          const { draft, conflictKeys } = await mergeContents(base, ours, theirs);
          assert.deepEqual([rootOf(draft), conflictKeys], [rootOf(side), []]);
        }
      }),
      { numRuns: 40 },
    );
  });

  test("conflict where both changed an attribute differently, and ours is kept", async () => {
    await fc.assert(
      fc.asyncProperty(builders, steps(8), steps(8), async (first, ours, theirs) => {
        const { content, sides } = await createFork(first, ours, theirs);
        const base = await content.open(sides.base);
        const ourDiff = await diffContents(base, await content.open(sides.ours));
        const theirDiff = await diffContents(base, await content.open(sides.theirs));
        const conflictKeys = await mergeSides(content, sides);
        for (const { key, before, after } of ourDiff.pages) {
          const { after: theirs } = theirDiff.pages.find((page) => page.key === key) ?? {};
          if (after === undefined || theirs === undefined) continue;
          for (const name of ["title", "hidden", "slug", "parent"] as const) {
            if (
              [before, theirs].some((side) => isSame(side?.[name], after[name])) ||
              isSame(before?.[name], theirs[name])
            )
              continue;
            assert.ok(conflictKeys.includes(key), `${name} of ${key}`);
            // A page without a document has both values in its title.
            if (name === "hidden" || (name === "title" && after.type === "document"))
              assert.deepEqual((await content.record(key))[name], after[name]);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
