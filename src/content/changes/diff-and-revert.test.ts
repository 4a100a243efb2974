import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { TestContent } from "../../../test/support/content.ts";
import { LecternError } from "../../platform/errors.ts";
import type { Difference } from "../map/diff-map.ts";
import { editMap } from "../map/edit-map.ts";
import { emptyMap } from "../map/map-node.ts";
import { readEntries } from "../map/read-map.ts";
import {
  type Content,
  type ContentDiff,
  type Draft,
  diffContents,
  editDraft,
  openDraft,
  type Roots,
  rootOf,
} from "../model/content.ts";
import type { PageRecord } from "../model/records.ts";
import { hashOf } from "../nodes/nodes.ts";
import { editPages } from "../pages/edit-pages.ts";
import {
  descendantsOf,
  findByPath,
  findPage,
  orderKey,
  type PageBranch,
  pathOf,
  readBranch,
  readTree,
  slugKey,
} from "../pages/read-pages.ts";
import type { Change } from "./change.ts";

const kinds =
  "insert insert insert insert update rename rename move move delete revert revert file name-file delete-file variable reuse drop";
const number = fc.noBias(fc.nat(999));
const step = fc.record({
  kind: fc.constantFrom(...kinds.split(" ")),
  which: number,
  other: number,
  at: fc.option(fc.nat(5), { nil: undefined }),
  text: fc.oneof(fc.constantFrom("a", "b", "Ä", "你", "🎉", ""), fc.string({ unit: "binary", maxLength: 5 })),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const history = (batches: number) =>
  fc.array(fc.array(step, { minLength: 1, maxLength: 3, size: "max" }), { maxLength: batches, size: "max" });
const plain = { name: "a", contentType: "text/plain", size: 1, blob: "b" };
const target = { kind: "url", url: "https://example.com" } as const;

async function keysOf({ nodes, roots }: Content, map: keyof Roots): Promise<string[]> {
  return (await readEntries(nodes, roots[map])).map(({ key }) => key);
}

async function changeOf(content: TestContent, { kind, which, other, at, text }: Step): Promise<Change> {
  const now = await content.open();
  const pick = (names: readonly string[], number: number) => names[number % names.length] ?? "none";
  const revision = pick(content.history, other);
  const [previousPages, pages] = [
    await keysOf(await content.open(revision), "pages"),
    await keysOf(now, "pages"),
  ];
  const [page, into] = [pick(pages, which), pick(["", "", ...pages], other)];
  const document = { markdown: `# ${text}\n\n[x](/pages/${into})\n` };
  const file = pick(await keysOf(now, "files"), which);
  const reusableContent = pick(await keysOf(now, "reusableContents"), which);
  const type = other % 10 === 0 && into === "" ? "group" : "document";
  const body = type === "document" ? { document } : {};
  switch (kind) {
    case "insert":
      if (which % 9 === 0) return { operation: "insert_page", type: "link", title: text, into, at, target };
      return { operation: "insert_page", title: text, into, at, type, ...body };
    case "rename":
      return { operation: "update_page", page, slug: other % 3 === 0 ? "" : `s${which}` };
    case "update":
      return { operation: "update_page", page, title: text, hidden: which % 2 === 0 };
    case "move":
      return { operation: "update_page", page, into, at };
    case "delete":
      return { operation: "delete_page", page };
    case "revert":
      return { operation: "revert_page", page: pick([...previousPages, ...pages], which), revision };
    case "file":
      return { operation: "insert_files", files: [{ ...plain, size: which }] };
    case "name-file":
      return { operation: "update_file", file, name: `n${other}` };
    case "delete-file":
      return { operation: "delete_file", file };
    case "variable":
      return { operation: "set_variables", variables: { [text]: which % 3 === 0 ? null : String(other) } };
    case "reuse":
      return { operation: "insert_reusable_content", title: text, document };
    default:
      return { operation: "delete_reusable_content", reusableContent };
  }
}

const start: Change[] = [
  ...Array.from({ length: 12 }, (_, i): Change => {
    return { operation: "insert_page", title: "a", ref: `p${i}`, into: i < 3 ? "" : `p${i % 3}` };
  }),
  { operation: "insert_reusable_content", title: "a" },
  { operation: "insert_files", files: [plain] },
];

/** Applies the steps as batches. A rejected batch leaves the content unchanged. */
async function applyHistory(content: TestContent, batches: Step[][], check = async () => {}): Promise<void> {
  await content.apply(...start);
  for (const steps of batches) {
    const before = content.root;
    const changes = await Promise.all(steps.map((step) => changeOf(content, step)));
    try {
      await content.apply(...changes);
    } catch (error) {
      assert.ok(error instanceof LecternError, String(error));
      assert.equal(content.root, before);
    }
    await check();
  }
}

const walk = (branches: readonly PageBranch[]): PageBranch[] =>
  branches.flatMap((branch) => [branch, ...walk(branch.children)]);

async function checkInvariants(content: Content): Promise<void> {
  const { nodes, roots } = content;
  const pages = await readEntries<PageRecord>(nodes, roots.pages);
  const order = pages.map(({ key, value }) => [orderKey(key, value), key] as const);
  const slugged = pages.filter(({ value }) => value.type !== "link");
  const slugs = new Map(slugged.map(({ key, value }) => [slugKey(value), key]));
  assert.equal(slugs.size, slugged.length, "two siblings have the same slug");
  assert.equal(roots.order, await editMap(nodes, emptyMap(nodes), new Map(order)));
  assert.equal(roots.slugs, await editMap(nodes, emptyMap(nodes), slugs));
  const all = walk(await readTree(content));
  assert.equal(all.length, pages.length, "a page is not in the tree");
  for (const branch of all) {
    assert.equal(branch.record.slug === "", branch.record.type === "link");
    assert.equal(await pathOf(content, branch.record), branch.path);
    if (branch.record.slug) assert.equal(await findByPath(content, branch.path), branch.id);
    assert.deepEqual(await readBranch(content, branch.id), branch);
  }
}

describe("the content of a space", () => {
  test("has consistent indexes after any history", async () => {
    await fc.assert(
      fc.asyncProperty(history(40), async (batches) => {
        const content = new TestContent();
        await applyHistory(content, batches, async () => checkInvariants(await content.open()));
      }),
      { numRuns: 10 },
    );
  });

  test("has a root that does not depend on its history", async () => {
    await fc.assert(
      fc.asyncProperty(history(40), number, fc.integer({ min: 1, max: 9 }), async (batches, seed, chunk) => {
        const content = new TestContent();
        await applyHistory(content, batches);
        const empty = await content.open(content.history[0]);
        const { pages, ...others } = await diffContents(empty, await content.open());
        const draft = openDraft(await content.open(content.history[seed % content.history.length]));
        // Clears the draft, then inserts the pages in another order, with temporary pages in between.
        await applyDiff(draft, await diffContents(draft, empty));
        const shuffled = pages.toSorted((a, b) => (hashOf(seed + a.key) < hashOf(seed + b.key) ? -1 : 1));
        for (let i = 0; i < shuffled.length; i += chunk) {
          const slice = shuffled.slice(i, i + chunk);
          const part = slice.map(({ key, after }) => ({ key, after: after && reverseFields(after) }));
          const temporary = part.map(({ key, after }) => ({ key: `${key}-temporary`, after }));
          const removed = temporary.map(({ key, after: before }) => ({ key, before }));
          for (const differences of [temporary, removed, part]) await editPages(draft, differences);
        }
        await applyDiff(draft, { ...others, pages: [] });
        assert.equal(rootOf(draft), content.root);
      }),
      { numRuns: 20 },
    );
  });

  test("restores a reverted page and leaves all others unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(history(25), number, number, async (batches, which, when) => {
        const content = new TestContent();
        await applyHistory(content, batches);
        const revision = content.history[when % content.history.length] ?? "";
        const [before, source] = [await content.open(), await content.open(revision)];
        const pageIds = [
          ...new Set([...(await keysOf(source, "pages")), ...(await keysOf(before, "pages"))]),
        ];
        const page = pageIds[which % pageIds.length];
        if (page === undefined) return;
        await content.apply({ operation: "revert_page", page, revision });
        const after = await content.open();
        await checkInvariants(after);
        const [previous, current] = [await findPage(source, page), await findPage(after, page)];
        assert.deepEqual(withoutPosition(current), withoutPosition(previous));
        // The previous slug is used by the page, or by another page that got it in the meantime.
        const key = previous?.slug && current && slugKey({ ...previous, parent: current.parent });
        if (key) assert.ok((await keysOf(after, "slugs")).includes(key));
        if (
          previous?.parent &&
          (await findPage(after, previous.parent)) &&
          current?.parent !== previous.parent
        )
          assert.ok((await descendantsOf(after, page)).some(([id]) => id === previous.parent));
        const descendants = (await descendantsOf(source, page)).map(([id]) => id);
        const isRestored = previous !== undefined && (await findPage(before, page)) === undefined;
        for (const id of isRestored ? descendants : []) assert.ok(await findPage(after, id));
        const subtree = new Set([
          page,
          ...descendants,
          ...(await descendantsOf(before, page)).map(([id]) => id),
        ]);
        const { pages } = await diffContents(before, after);
        assert.ok(pages.every(({ key }) => subtree.has(key)));
      }),
      { numRuns: 40 },
    );
  });

  test("restores a page without the descendants that were moved out of it", async () => {
    const content = new TestContent();
    const a = await content.page("A");
    const b = await content.page("B", { into: a });
    const c = await content.page("C", { into: b, document: { markdown: "old" } });
    await content.apply(
      { operation: "update_page", page: b, into: null },
      { operation: "update_page", page: c, document: { markdown: "new" } },
      { operation: "delete_page", page: c },
      { operation: "insert_page", title: "C", into: b },
      { operation: "delete_page", page: a },
      { operation: "revert_page", page: a, revision: content.root },
    );
    await checkInvariants(await content.open());
    assert.deepEqual([await content.outline(), await content.markdown(c)], ["a b(c-1 c)", "old"]);
  });

  test("rejects pages beyond the maximum depth", async () => {
    const content = new TestContent();
    const a = await content.page("A");
    const child = await content.page("Child", { into: a });
    await content.page("Grandchild", { into: child });
    await content.apply({ operation: "delete_page", page: child });
    let deep = "";
    for (let i = 0; i < 48; i++) deep = await content.page("P", { into: deep });
    await content.apply({ operation: "update_page", page: a, into: deep });
    const last = await content.page("P", { into: a });
    await assert.rejects(content.page("P", { into: last }), /into: pages can be nested at most 50 levels/);
    const revert = { operation: "revert_page", page: child, revision: content.history[3] } as const;
    await assert.rejects(content.apply(revert), /page: pages can be nested at most 50 levels/);
  });
});

function withoutPosition({ parent, order, slug, updatedAt, ...rest }: Partial<PageRecord> = {}): object {
  return rest;
}

function reverseFields(page: PageRecord): PageRecord {
  return Object.fromEntries(Object.entries(page).reverse()) as unknown as PageRecord;
}

describe("the difference between two contents", () => {
  test("turns one content into the other, and contains only the differences", async () => {
    await fc.assert(
      fc.asyncProperty(history(30), fc.nat(), fc.nat(), async (batches, first, second) => {
        const content = new TestContent();
        await applyHistory(content, batches);
        const [from = "", to = ""] = [first, second].map((n) => content.history[n % content.history.length]);
        const [before, after] = [await content.open(from), await content.open(to)];
        const [diff, draft] = [await diffContents(before, after), openDraft(before)];
        await applyDiff(draft, diff);
        assert.equal(rootOf(draft), to);
        assert.equal(
          Object.values(diff).every((part) => part.length === 0),
          from === to,
        );
        for (const map of ["pages", "files", "reusableContents", "variables"] as const)
          assert.equal(JSON.stringify(diff[map]), JSON.stringify(await expectedDiff(before, after, map)));
      }),
      { numRuns: 30 },
    );
  });

  test("is found by reading few nodes of a large space", async () => {
    const content = new TestContent();
    const draft = openDraft(await content.open());
    const record = { type: "document", parent: "", createdAt: "", updatedAt: "" } as const;
    const numbers = Array.from({ length: 10_000 }, (_, i) => String(i).padStart(5, "0"));
    await editPages(
      draft,
      numbers.map((n) => ({ key: `p${n}`, after: { ...record, title: n, slug: n, order: `a${n}` } })),
    );
    content.history.push(rootOf(draft));
    const before = await content.open();
    await content.apply({ operation: "update_page", page: "p05000", title: "Changed" });
    await content.apply({ operation: "delete_page", page: "p09999" });
    const after = await content.open();
    const [nodes, readHashes] = [after.nodes, new Set<string>()];
    const [read, readAll] = [nodes.read.bind(nodes), nodes.readAll.bind(nodes)];
    nodes.read = (hash) => read(readHashes.add(hash) && hash);
    nodes.readAll = (hashes) => readAll(hashes.map((hash) => readHashes.add(hash) && hash));
    const { pages } = await diffContents(before, after);
    const titles = pages.map(({ key, after: now }) => `${key} ${now?.title}`);
    assert.deepEqual(titles, ["p05000 Changed", "p09999 undefined"]);
    assert.ok(readHashes.size > 2 && readHashes.size <= 24, `${readHashes.size} nodes were read`);
  });
});

async function expectedDiff(before: Content, after: Content, map: keyof ContentDiff): Promise<object[]> {
  const [previous = new Map(), current = new Map()] = await Promise.all(
    [before, after].map(async ({ nodes, roots }) => {
      return new Map((await readEntries(nodes, roots[map])).map(({ key, value }) => [key, value]));
    }),
  );
  const keys = [...new Set([...previous.keys(), ...current.keys()])].sort((a, b) => (a < b ? -1 : 1));
  return keys
    .filter((key) => JSON.stringify(previous.get(key)) !== JSON.stringify(current.get(key)))
    .map((key) => ({ key, before: previous.get(key), after: current.get(key) }));
}

/** Turns the content before a diff into the content after it. */
async function applyDiff(draft: Draft, diff: ContentDiff): Promise<void> {
  await editPages(draft, diff.pages);
  await editDraft(draft, "files", afterOf(diff.files));
  await editDraft(draft, "reusableContents", afterOf(diff.reusableContents));
  await editDraft(draft, "variables", afterOf(diff.variables));
}

function afterOf<V>(differences: readonly Difference<V>[]): Map<string, V | undefined> {
  return new Map(differences.map(({ key, after }) => [key, after]));
}
