import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TestContent } from "../../../test/support/content.ts";
import { openDraft, rootOf } from "../../content/index.ts";
import { type PageBranch, readTree } from "../../content/pages/index.ts";
import { generateSpecPages } from "./generated-pages.ts";
import { type SyncedPage, syncPages } from "./sync-pages.ts";

interface OperationInput {
  readonly tag?: string;
  readonly id?: string;
  readonly title?: string;
}

/** A document with these operations, by path, and these descriptions of tags. */
function documentOf(paths: Record<string, OperationInput>, tags: Record<string, string> = {}) {
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, { tag, id, title }]) => [
        path,
        { get: { ...(tag && { tags: [tag] }), ...(id && { operationId: id }), summary: title ?? path } },
      ]),
    ),
  };
}

const block = (path: string) => `{% openapi-operation spec="shop" path="${path}" method="get" %}\n`;
const goneMarkdown = '{% hint style="warning" %}\nGone.\n{% endhint %}\n';

/** Content with generated pages. */
class SyncedContent extends TestContent {
  pages: SyncedPage[] = [];
  parent = "";

  /** Brings the pages in step with a document. Returns whether the content has changed. */
  async sync(document: unknown, grouping: "by-tag" | "by-operation" = "by-tag"): Promise<boolean> {
    const next = await generateSpecPages(document, "shop", { models: false, grouping });
    return this.take(next);
  }

  async take(next: Parameters<typeof syncPages>[2]["next"], marks = true): Promise<boolean> {
    const base = await this.open();
    const draft = openDraft(base);
    this.pages = await syncPages(base, draft, {
      ...{ previous: this.pages, next, setId: "set", parent: this.parent, now: "2031-01-01T00:00:00.000Z" },
      ...(marks && { goneMarkdown }),
    });
    const isChanged = rootOf(draft) !== this.root;
    if (isChanged) this.history.push(rootOf(draft));
    return isChanged;
  }

  /** The titles of all pages, children in brackets. */
  async titles(): Promise<string> {
    const list = (branches: readonly PageBranch[]): string =>
      branches
        .map(({ record, children }) => record.title + (children.length > 0 ? ` [${list(children)}]` : ""))
        .join(", ");
    return list(await readTree(await this.open()));
  }

  async idOf(title: string): Promise<string> {
    const all = (branches: readonly PageBranch[]): PageBranch[] =>
      branches.flatMap((branch) => [branch, ...all(branch.children)]);
    const found = all(await readTree(await this.open())).find(({ record }) => record.title === title);
    assert.ok(found, `no page ${title}`);
    return found.id;
  }

  async write(title: string, change: (markdown: string) => string): Promise<void> {
    const page = await this.idOf(title);
    const markdown = change(await this.markdown(page));
    await this.apply({ operation: "update_page", page, document: { markdown } });
  }
}

describe("pages that are kept in step with a spec", () => {
  test("are inserted, added in order, renamed and deleted", async () => {
    const content = new SyncedContent();
    await content.page("Guide");
    const [a, c] = [
      { tag: "a", id: "one" },
      { tag: "c", id: "two" },
    ];
    assert.equal(await content.sync(documentOf({ "/a": a, "/c": c }, { a: "", b: "", c: "" })), true);
    assert.equal(await content.titles(), "Guide, a, c");
    assert.equal(await content.sync(documentOf({ "/a": a, "/c": c }, { a: "", b: "", c: "" })), false);
    await content.page("Last");
    await content.sync(documentOf({ "/a": a, "/b": { tag: "b" }, "/c": c }, { a: "About a", b: "", c: "" }));
    assert.equal(await content.titles(), "Guide, a, b, c, Last");
    assert.equal(await content.markdown(await content.idOf("a")), `About a\n\n${block("/a")}`);
    // The tag has the same operation under another name; another one is gone.
    const id = await content.idOf("c");
    await content.sync(documentOf({ "/a": a, "/c": { ...c, tag: "cats" } }, { a: "", cats: "" }));
    assert.equal(await content.titles(), "Guide, a, cats, Last");
    assert.deepEqual([await content.idOf("cats"), (await content.record(id)).slug], [id, "c"]);
    await content.take([], false);
    assert.equal(await content.titles(), "Guide, Last");
  });

  test("keep what writers have changed", async () => {
    const content = new SyncedContent();
    const tags = { a: "First text.\n\nSecond text.", b: "Of b." };
    await content.sync(
      documentOf({ "/1": { tag: "a" }, "/2": { tag: "a" }, "/b": { tag: "b" }, "/c": { tag: "c" } }, tags),
    );
    await content.write("a", (text) => text.replace(block("/2"), `Between.\n\n${block("/2")}\nAfter.\n`));
    await content.apply({
      operation: "update_page",
      page: await content.idOf("b"),
      title: "Bees",
      icon: "bug",
    });
    await content.apply({ operation: "delete_page", page: await content.idOf("c") });
    const changed = { ...tags, a: "First text, changed.\n\nSecond text.", b: "Of b, changed." };
    await content.sync(
      documentOf(
        {
          "/1": { tag: "a" },
          "/2": { tag: "a" },
          "/3": { tag: "a" },
          "/b": { tag: "b" },
          "/c": { tag: "c" },
        },
        changed,
      ),
    );
    assert.equal(await content.titles(), "a, Bees");
    assert.equal(content.pages.find(({ title }) => title === "c")?.isDeleted, true);
    assert.equal(
      await content.markdown(await content.idOf("a")),
      `First text, changed.\n\nSecond text.\n\n${block("/1")}\nBetween.\n\n${block("/2")}\nAfter.\n\n${block("/3")}`,
    );
    assert.match(await content.markdown(await content.idOf("Bees")), /^Of b, changed\./);
    assert.equal((await content.record(await content.idOf("Bees"))).icon, "bug");
    // Both have changed the same sentence: that of the writer stays, and the new operation is added.
    await content.write("a", (text) => text.replace("Second text.", "My text."));
    await content.sync(
      documentOf({ "/1": { tag: "a" }, "/4": { tag: "a" } }, { a: "First text, changed.\n\nTheir text." }),
    );
    const text = await content.markdown(await content.idOf("a"));
    assert.match(text, /My text\./);
    assert.doesNotMatch(text, /Their text|<<<|path="\/[23]"/);
    assert.match(text, /path="\/1".*path="\/4".*Between\..*After\./s);
  });

  test("are marked if they are gone but contain texts or pages of writers, and come back", async () => {
    const content = new SyncedContent();
    const document = documentOf(
      { "/a": { tag: "a" }, "/b": { tag: "b" }, "/c": { tag: "c" } },
      { a: "Of a." },
    );
    await content.sync(document);
    await content.write("a", (text) => `${text}\nMine.\n`);
    await content.page("Mine", { into: await content.idOf("b") });
    await content.sync(documentOf({}));
    assert.equal(await content.titles(), "a, b [Mine]");
    assert.equal(await content.markdown(await content.idOf("a")), `${goneMarkdown}\nOf a.\n\nMine.\n`);
    assert.equal(await content.markdown(await content.idOf("b")), goneMarkdown);
    assert.equal(await content.sync(documentOf({})), false);
    await content.sync(document);
    assert.equal(await content.titles(), "a, b [Mine], c");
    assert.equal(await content.markdown(await content.idOf("a")), `Of a.\n\nMine.\n\n${block("/a")}`);
    assert.equal(await content.markdown(await content.idOf("b")), block("/b"));
  });

  test("move with their operations, unless a writer has moved them", async () => {
    const content = new SyncedContent();
    const shop = (tags: Record<string, string>, path = "/2") =>
      documentOf({
        "/1": { tag: tags.one, title: "One" },
        [path]: { tag: tags.two, title: "Two", id: "second" },
        "/3": { tag: tags.three, title: "Three" },
      });
    await content.sync(shop({ one: "a", two: "a", three: "b" }), "by-operation");
    assert.equal(await content.titles(), "a [One, Two], b [Three]");
    const top = await content.page("Top");
    await content.apply({ operation: "update_page", page: await content.idOf("One"), into: top });
    const id = await content.idOf("Two");
    await content.sync(shop({ one: "c", two: "c", three: "c" }, "/second"), "by-operation");
    // The tag a is gone, and no writer has changed its page.
    assert.equal(await content.titles(), "c [Two, Three], Top [One]");
    assert.equal(await content.idOf("Two"), id);
    assert.equal(await content.markdown(id), block("/second"));
    await content.apply({ operation: "delete_page", page: await content.idOf("c") });
    const more = documentOf({ "/3": { tag: "c" }, "/4": { tag: "c" }, "/5": { tag: "d" } });
    await content.sync(more, "by-operation");
    assert.equal(await content.titles(), "Top, d [/5]");
  });
});
