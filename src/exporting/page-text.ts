import { isDeepStrictEqual } from "node:util";
import type { ContentRef } from "../content/document/index.ts";
import type { PageCover, PageRecord, ReusableContentRecord, StoredDocument } from "../content/index.ts";
import { type Origin, replaceLinks } from "../content/links/index.ts";
import {
  allDestinations,
  type FrontMatter,
  findFrontMatterDestinations,
  frontMatterLength,
  isHeadingTitle,
  leadingHeading,
  readFrontMatter,
  withTitleHeading,
} from "../content/markdown/index.ts";
import { slugOf } from "../content/pages/index.ts";
import { addPageFields, readFrontMatterFields, setFrontMatter } from "../importing/markdown-tree/index.ts";
import { slugOfAddress, splitAddress } from "../importing/source/index.ts";
import { type ExportTree, exportedPath } from "./export-paths.ts";

/** The file of a page: front matter with its attributes, its title as a heading if it has none, and its document. */
export async function pageText(
  tree: ExportTree,
  id: string,
  record: PageRecord,
  from: string,
): Promise<string> {
  const linked = await linkedText(tree, record.document, id, from);
  const { text, hasTitle } = await withPageFrontMatter(linked, tree, id, record, from);
  const title = record.title.trim();
  return hasTitle || !isHeadingTitle(title) ? text : withTitleHeading(text, title);
}

/** The file of reusable content, with its title in the front matter. */
export async function reusableText(
  tree: ExportTree,
  { title, document }: ReusableContentRecord,
  from: string,
): Promise<string> {
  const head = await setFrontMatter("", { title: title.trim() });
  return head + (await linkedText(tree, document, undefined, from));
}

/** Reads a document with links as relative paths. Links that were not resolved when they were stored are resolved now. */
async function linkedText(
  tree: ExportTree,
  hash: string | undefined,
  origin: Origin,
  from: string,
): Promise<string> {
  if (hash === undefined) return "";
  const { text, links } = await tree.content.nodes.read<StoredDocument>(hash);
  const refs = new Map<number, readonly [ContentRef, length: number]>();
  for (const { at, length, ...target } of links)
    refs.set(at, ["page" in target ? { kind: "page", ...target } : { kind: "file", ...target }, length]);
  const hasIncludes = /\{% *include/.test(text);
  for (const { at, text: written } of await allDestinations(text, await findFrontMatterDestinations(text)))
    refs.getOrInsert(at, [
      (hasIncludes && includeRef(written)) || { kind: "url", url: written },
      written.length,
    ]);
  const edits: { at: number; length: number; path: string }[] = [];
  for (const [at, [ref, length]] of refs) {
    const path = await exportedPath(tree, ref, origin, from);
    if (path !== undefined) edits.push({ at, length, path });
  }
  edits.sort((a, b) => a.at - b.at);
  return replaceLinks(text, edits, ({ path }, written) => path + splitAddress(written).suffix);
}

/** The reference of an include tag, by id or by the path of its file in an export. */
function includeRef(written: string): ContentRef | undefined {
  const [, id = written] = /^\/reusable-contents\/([^/]+)$/.exec(written) ?? [];
  const isInclude = id !== written || /(?:^|\/)includes\/[^/]+\.md$/.test(written);
  return isInclude ? { kind: "reusable-content", reusableContent: id } : undefined;
}

/** The attributes of a page that front matter can contain. */
const attributes = [
  "description",
  "icon",
  "emoji",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "condition",
  "layout",
  "variables",
  "tags",
] as const;
/** The attributes whose names differ in front matter. */
const fieldNames: Readonly<Partial<Record<string, string>>> = { condition: "if", variables: "vars" };

/**
 * Adds attributes that the front matter of the document lacks, in a separate section of the front matter. `hasTitle` says
 * whether the title is one of them.
 */
async function withPageFrontMatter(
  markdown: string,
  tree: ExportTree,
  id: string,
  record: PageRecord,
  from: string,
): Promise<{ text: string; hasTitle: boolean }> {
  const front: FrontMatter = (await readFrontMatter(markdown)) ?? {};
  const title = record.title.trim();
  /** The document's fields to change or remove. Covers are written here, since links are rewritten only in these fields. */
  const changes = new Map<string, unknown>();
  for (const [name, value] of await coverFields(tree, id, record.cover, from))
    if (front[name] !== value) changes.set(name, value);
  const pageFields = new Map<string, unknown>();
  const move = (name: string, value: unknown, isSet: boolean): void => {
    changes.set(name, undefined);
    if (isSet) pageFields.set(name, value);
  };
  for (const name of attributes)
    if (!isDeepStrictEqual(withoutEmpty(front[name]), record[name]))
      move(fieldNames[name] ?? name, record[name], record[name] !== undefined);
  const heading = leadingHeading(markdown);
  // An added heading contains the title, unless Markdown cannot represent it.
  const isInHeading = heading === undefined && isHeadingTitle(title);
  if (front.title === undefined ? !isInHeading : front.title.trim() !== title)
    move("title", title, !isInHeading);
  // Importing then keeps the heading as part of the text.
  if (heading === title) pageFields.set("title", title);
  if (hasSlugField(markdown) || record.slug !== (slugOfAddress(from) ?? slugOf(title)))
    pageFields.set("slug", record.slug);
  const changed = changes.size === 0 ? markdown : await setFrontMatter(markdown, Object.fromEntries(changes));
  const text = await addPageFields(changed, Object.fromEntries(pageFields));
  return { text, hasTitle: pageFields.has("title") };
}

/** Replaces an empty value with undefined, since records omit empty values. */
function withoutEmpty<T>(value: T): T | undefined {
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return isEmpty || value === "" || value === false ? undefined : value;
}

async function coverFields(tree: ExportTree, id: string, cover: PageCover | undefined, from: string) {
  if (cover === undefined) return [];
  const urlOf = async (image: PageCover["ref"]) =>
    image && ((await exportedPath(tree, image, id, from)) ?? (image.kind === "url" ? image.url : undefined));
  return [
    ["cover", await urlOf(cover.ref)],
    ["coverDark", await urlOf(cover.refDark)],
    ["coverY", cover.yPos || undefined],
  ] as const;
}

/** Whether the document has a field that would be imported as the slug. */
function hasSlugField(markdown: string): boolean {
  const block = markdown.slice(0, frontMatterLength(markdown));
  return /\bslug\b/.test(block) && readFrontMatterFields(block)?.slug !== undefined;
}
