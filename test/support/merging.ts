import assert from "node:assert/strict";
import type { UpdatePage } from "../../src/content/changes/change.ts";
import type { StoredDocument } from "../../src/content/document-store/document-store.ts";
import type { StoredLink } from "../../src/content/links/stored-links.ts";
import { readEntries } from "../../src/content/map/read-map.ts";
import { mergeContents } from "../../src/content/merge/merge-contents.ts";
import { mergeDocuments } from "../../src/content/merge/merge-documents.ts";
import type { Sides } from "../../src/content/merge/three-way.ts";
import { type Content, emptyContent, openDraft, rootOf } from "../../src/content/model/content.ts";
import type { PageRecord } from "../../src/content/model/records.ts";
import { inMemoryNodes } from "../../src/content/nodes/nodes.ts";
import { editPages } from "../../src/content/pages/edit-pages.ts";
import { TestContent } from "./content.ts";

/** Applies the edits of each side to the current content, and returns the three roots. */
export async function fork(
  content: TestContent,
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
): Promise<Sides<string>> {
  const base = content.root;
  await ours();
  const own = content.root;
  content.history.push(base);
  await theirs();
  return { base, ours: own, theirs: content.root };
}

/**
 * Merges two sides in both orders, and makes the first result the current content. Returns the ids in conflict. Asserts
 * the invariants: the result is a tree, and without a conflict both orders have the same result.
 */
export async function mergeSides(
  content: TestContent,
  { base, ours, theirs }: Sides<string>,
): Promise<string[]> {
  const [before, own, other] = [
    await content.open(base),
    await content.open(ours),
    await content.open(theirs),
  ];
  const { draft, conflictKeys } = await mergeContents(before, own, other);
  const reversed = await mergeContents(before, other, own);
  assert.equal(reversed.conflictKeys.length > 0, conflictKeys.length > 0);
  if (conflictKeys.length === 0) assert.equal(rootOf(reversed.draft), rootOf(draft));
  await assertTree(draft);
  await assertTree(reversed.draft);
  content.history.push(rootOf(draft));
  return conflictKeys.map((key) => key.slice(key.indexOf("/") + 1));
}

export async function mergeEdits(
  content: TestContent,
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
): Promise<string[]> {
  return mergeSides(content, await fork(content, ours, theirs));
}

/** Asserts that every page is reachable from the root and that paths are unique. */
export async function assertTree(content: Content): Promise<void> {
  const { nodes, roots } = content;
  const entries = await readEntries<PageRecord>(nodes, roots.pages);
  const pages = new Map(entries.map(({ key, value }) => [key, value]));
  const slugs = new Set<string>();
  for (const [id, page] of pages) {
    const ancestors = new Set<string>();
    for (let ancestor = id; ancestor !== ""; ancestor = pages.get(ancestor)?.parent ?? "") {
      assert.ok(pages.has(ancestor), `${ancestor} above ${id} does not exist`);
      assert.ok(!ancestors.has(ancestor), `${id} is its own ancestor`);
      ancestors.add(ancestor);
    }
    assert.notEqual(pages.get(page.parent)?.type, "link");
    assert.ok(page.type !== "group" || page.parent === "");
    if (page.slug === "") continue;
    assert.ok(!slugs.has(`${page.parent}/${page.slug}`), `${page.slug} is used twice`);
    slugs.add(`${page.parent}/${page.slug}`);
  }
  // The derived maps equal those that are rebuilt from the pages.
  const draft = openDraft(emptyContent(nodes));
  await editPages(
    draft,
    entries.map(({ key, value }) => ({ key, after: value })),
  );
  const { pages: all, order, slugs: paths } = draft.roots;
  assert.deepEqual([roots.pages, roots.order, roots.slugs], [all, order, paths]);
}

/** Parses plain text with stored links in the form `[[page destination]]`. */
export function parseLinks(source: string): StoredDocument {
  const links: StoredLink[] = [];
  let text = "";
  for (const part of source.split(/(?=\[\[)|(?<=\]\])/)) {
    const [, page, destination] = /^\[\[(\S+) (.+)\]\]$/.exec(part) ?? [];
    if (page !== undefined && destination !== undefined)
      links.push({ at: text.length, length: destination.length, page });
    text += destination ?? part;
  }
  return { text, links };
}

/** Merges documents in both orders. Links are in the form that `parseLinks` reads. */
export async function mergeTexts(
  base: string,
  ours: string,
  theirs: string,
): Promise<{ text: string; isMarked: boolean }> {
  const nodes = inMemoryNodes();
  const write = (source: string) => (source === "" ? undefined : nodes.write(parseLinks(source)));
  const [before, own, other] = [write(base), write(ours), write(theirs)];
  const { document, isMarked } = await mergeDocuments(nodes, { base: before, ours: own, theirs: other });
  const reversed = await mergeDocuments(nodes, { base: before, ours: other, theirs: own });
  assert.equal(reversed.isMarked, isMarked);
  if (!isMarked) assert.equal(reversed.document, document);
  if (document === undefined) return { text: "", isMarked };
  const { text, links } = await nodes.read<StoredDocument>(document);
  let [source, end] = ["", 0];
  for (const link of links) {
    assert.ok(link.at >= end);
    source += `${text.slice(end, link.at)}[[${"page" in link ? link.page : link.file} `;
    end = link.at + link.length;
    source += `${text.slice(link.at, end)}]]`;
  }
  return { text: source + text.slice(end), isMarked };
}

export async function mergeCleanly(base: string, ours: string, theirs: string): Promise<string> {
  const { text, isMarked } = await mergeTexts(base, ours, theirs);
  assert.equal(isMarked, false, text);
  return text;
}

export async function mergeWithConflict(base: string, ours: string, theirs: string): Promise<string> {
  const { text, isMarked } = await mergeTexts(base, ours, theirs);
  assert.equal(isMarked, true, text);
  return text;
}

/** A conflict with both versions, each empty or with a line break at its end. */
export const conflict = (ours: string, theirs: string) =>
  `<<<<<<< change request\n${ours}=======\n${theirs}>>>>>>> primary content`;

/** Content with these pages: `a a/b c`. Each page contains its title. */
export async function createContent(
  outline: string,
): Promise<{ content: TestContent; ids: Record<string, string> }> {
  const content = new TestContent();
  const ids: Record<string, string> = {};
  for (const path of outline.split(" ")) {
    const [title = "", parent = ""] = path.split("/").reverse();
    ids[title] = await content.page(title, { into: ids[parent] ?? "", document: { markdown: `${title}\n` } });
  }
  return { content, ids };
}

export const update = (content: TestContent, page = "", fields: Partial<UpdatePage> = {}) =>
  content.apply({ operation: "update_page", page, ...fields });
export const move = (content: TestContent, page = "", into = "", at?: number) =>
  update(content, page, { into, ...(at !== undefined && { at }) });
export const write = (content: TestContent, page: string | undefined, markdown: string) =>
  update(content, page, { document: { markdown } });
export const remove = (content: TestContent, page = "") => content.apply({ operation: "delete_page", page });
