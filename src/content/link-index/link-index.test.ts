import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TestContent } from "../../../test/support/content.ts";
import { collectLinks } from "../document/document-links.ts";
import { destinationOf } from "../document/model/references.ts";
import { readBlocks } from "../document-store/document-store.ts";
import { readEntries } from "../map/read-map.ts";
import type { ReusableContentRecord } from "../model/records.ts";
import { findPage } from "../pages/read-pages.ts";
import type { LinkIndexInput } from "./collect-links.ts";
import type { LinkIndexEntry } from "./link-index.ts";
import { findBacklinks, readLinkIndex, readPageLinks } from "./read-link-index.ts";

const markdown = (text: string) => ({ document: { markdown: text } });

/** In-memory content with functions to read its link index. */
class LinkedTestContent extends TestContent {
  readonly update = (page: string, fields: object) =>
    this.apply({ operation: "update_page", page, ...fields });

  async indexInput(): Promise<LinkIndexInput> {
    const readDocumentLinks: LinkIndexInput["readDocumentLinks"] = async (hashes) =>
      new Map(
        await Promise.all(
          hashes.map(async (hash) => [hash, collectLinks(await readBlocks(this.nodes, hash))] as const),
        ),
      );
    return { content: await this.open(), spaceId: "here", readDocumentLinks };
  }

  /** All entries as `<sign><destination> < <titles of sources>`: + is found, - broken, ? external. */
  async links(): Promise<string[]> {
    const index = await readLinkIndex(await this.indexInput());
    return this.#format(await index.readAfter(undefined, Number.POSITIVE_INFINITY));
  }

  async linksOf(page: string): Promise<string[]> {
    return this.#format((await readPageLinks(await this.indexInput(), page)) ?? []);
  }

  async backlinks(target: Parameters<typeof findBacklinks>[1]): Promise<string[]> {
    return Promise.all(
      (await findBacklinks(await this.indexInput(), target)).map(({ id }) => this.#titleOf(id)),
    );
  }

  async include(title: string, text: string): Promise<string> {
    await this.apply({ operation: "insert_reusable_content", title, ...markdown(text) });
    const { nodes, roots } = await this.open();
    const all = await readEntries<ReusableContentRecord>(nodes, roots.reusableContents);
    return all.find(({ value }) => value.title === title)?.key ?? "";
  }

  #format(entries: readonly LinkIndexEntry[]): Promise<string[]> {
    return Promise.all(
      entries.map(async ({ ref, status, sources }) => {
        const sign = { found: "+", broken: "-", external: "?" }[status];
        const titles = await Promise.all(sources.map(({ id }) => this.#titleOf(id)));
        return `${sign}${destinationOf(ref)} < ${titles.join(" ")}`;
      }),
    );
  }

  async #titleOf(id: string): Promise<string> {
    const content = await this.open();
    const all = await readEntries<ReusableContentRecord>(this.nodes, content.roots.reusableContents);
    return (await findPage(content, id))?.title ?? all.find(({ key }) => key === id)?.value.title ?? "";
  }
}

describe("the links of a content", () => {
  test("have one entry for each target, in which each source occurs once", async () => {
    const content = new LinkedTestContent();
    const target = await content.page("Target");
    await content.page("A", markdown("[a](target.md) [b](/pages/target) https://x.example"));
    await content.page("B", markdown(`[a](target) [b](/pages/${target}) [c](/spaces/here/pages/${target})`));
    await content.page("C", markdown("![](target.md)"));
    assert.deepEqual(await content.links(), [
      `+/pages/${target} < C`,
      `+/pages/${target} < A B`,
      "?https://x.example < A",
    ]);
  });

  test("follow a page that is moved, and are broken when it is deleted", async () => {
    const content = new LinkedTestContent();
    const [group, target] = [await content.page("Group", { type: "group" }), await content.page("Target")];
    const page = await content.page("A", markdown("[a](target.md)"));
    const assertStatus = async (sign: string) =>
      assert.deepEqual(await content.links(), [`${sign}/pages/${target} < A`]);
    await assertStatus("+");
    await content.update(target, { into: group, slug: "other" });
    await assertStatus("+");
    await content.update(page, { into: group, title: "A" });
    await assertStatus("+");
    await content.apply({ operation: "delete_page", page: target });
    await assertStatus("-");
    await content.apply({ operation: "revert_page", page: target });
    await assertStatus("+");
  });

  test("resolve to pages that are created later, relative to the folder of each source", async () => {
    const content = new LinkedTestContent();
    const [one, two] = [await content.page("One"), await content.page("Two")];
    await content.page("A", { into: one, ...markdown("[a](later.md) [b](later.md#h)") });
    await content.page("B", { into: two, ...markdown("[a](later.md)") });
    assert.ok((await content.links()).every((entry) => entry.startsWith("-")));
    const later = await content.page("Later", { into: one, ...markdown("# H") });
    assert.deepEqual(await content.links(), [
      `+/pages/${later}#h < A`,
      `+/pages/${later} < A`,
      "-later.md < B",
    ]);
  });

  test("to an anchor are found if the page or content that it includes has the heading", async () => {
    const content = new LinkedTestContent();
    const inner = await content.include("Inner", "## Deep");
    const outer = await content.include("Outer", `## Outer\n\n{% include "/reusable-contents/${inner}" %}`);
    await content.apply({
      operation: "update_reusable_content",
      reusableContent: inner,
      ...markdown(`## Deep\n\n{% include "/reusable-contents/${outer}" %}`),
    });
    const page = await content.page(
      "A",
      markdown(
        `# Über\n\n{% include "/reusable-contents/${outer}" %}\n\n[a](#uber) [b](#outer) [c](#deep) [d](#none)`,
      ),
    );
    assert.deepEqual(await content.linksOf(page), [
      `+/pages/${page}#deep < A`,
      `-/pages/${page}#none < A`,
      `+/pages/${page}#outer < A`,
      `+/pages/${page}#uber < A`,
      `+/reusable-contents/${outer} < A`,
    ]);
  });

  test("in reusable content have it as their source, not the pages that include it", async () => {
    const content = new LinkedTestContent();
    const target = await content.page("Target");
    const snippet = await content.include("My Snippet", "[a](target.md) [b](#anywhere)");
    await content.page(
      "A",
      markdown('{% include ".gitbook/includes/my-snippet.md" %}\n\n{% include "includes/none.md" %}'),
    );
    assert.deepEqual(await content.links(), [
      "+#anywhere < My Snippet",
      `+/pages/${target} < My Snippet`,
      `+/reusable-contents/${snippet} < A`,
      "-includes/none.md < A",
    ]);
    assert.deepEqual(await content.backlinks({ page: target }), ["My Snippet"]);
  });

  test("include the links of covers and of link pages", async () => {
    const content = new LinkedTestContent();
    const url = "https://x.example/i.png";
    const cover = await content.page("A", { cover: { ref: { kind: "url", url }, yPos: 0 } });
    await content.page("B", { type: "link", target: { kind: "page", page: cover } });
    assert.deepEqual(await content.links(), [`+/pages/${cover} < B`, `?${url} < A`]);
  });

  test("from other pages are the backlinks of a page", async () => {
    const content = new LinkedTestContent();
    const target = await content.page("Target", markdown("# H\n\n[me](#h)"));
    await content.page("A", markdown("[a](target.md#h) [b](target.md)"));
    await content.page("B", markdown("[a](target.md#none)"));
    await content.page("C", markdown("[a](/spaces/there/pages/x) `[b](target.md)`"));
    assert.deepEqual(await content.backlinks({ page: target }), ["A", "B"]);
    assert.deepEqual(await content.backlinks({ file: target }), []);
  });

  test("are undefined for a page that does not exist", async () => {
    assert.equal(await readPageLinks(await new LinkedTestContent().indexInput(), "none"), undefined);
  });
});
