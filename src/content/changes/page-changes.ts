import { badInput, conflict, notFound } from "../../errors.ts";
import { edit } from "../content.ts";
import { patchDocument } from "../documents.ts";
import { limits } from "../limits.ts";
import { patchFrontMatter, readFrontMatter } from "../markdown/front-matter.ts";
import { leadingHeading } from "../markdown/heading.ts";
import { insertPage, movePage, removePage, updatePage } from "../pages/edit-pages.ts";
import { findPage } from "../pages/read-pages.ts";
import { slugOf, slugPattern } from "../pages/slug.ts";
import { canonical, type PageAttributes, type PageRecord } from "../records.ts";
import { attributesOf, checkFrontMatter, withoutEmpty } from "./attributes.ts";
import type { Batch } from "./batch.ts";
import type { DeletePage, DocumentInput, InsertPage, UpdatePage } from "./change.ts";

const defaultTitle = "Untitled";

export async function applyInsertPage(
  batch: Batch,
  change: InsertPage,
  index: number,
  id: string,
): Promise<void> {
  const { draft, around } = batch;
  const { type = "document", document, slug } = change;
  if (type !== "document" && document?.markdown) throw badInput("document", `a ${type} has no document`);
  if (type === "link" && change.target === undefined) throw badInput("target", "is required for a link");
  if (type !== "link" && change.target !== undefined) throw badInput("target", "is for links only");
  const front = await readAttributes(document);
  const title =
    front.title ??
    change.title ??
    leadingHeading(document?.markdown ?? "")?.slice(0, limits.pageTitle) ??
    defaultTitle;
  const isExact = slug !== undefined && slug !== "" && type !== "link";
  if (isExact) checkSlug(slug);
  await insertPage(
    draft,
    id,
    withoutEmpty({
      ...attributesOf(change),
      ...front,
      title,
      type,
      slug: type === "link" ? "" : isExact ? slug : await slugOf(title),
      createdAt: around.now,
      updatedAt: around.now,
    }),
    { parent: pageIdOf(batch, change.into ?? ""), at: change.at },
    { exactSlug: isExact },
  );
  if (document?.markdown !== undefined) batch.pageDocuments.set(id, { index, markdown: document.markdown });
  batch.touched.add(id);
}

export async function applyUpdatePage(batch: Batch, change: UpdatePage, index: number): Promise<void> {
  const { draft, around } = batch;
  const id = pageIdOf(batch, change.page);
  const before = await requirePage(batch, id);
  if (change.document?.markdown && before.type !== "document")
    throw badInput("document", `a ${before.type} has no document`);
  if (change.target !== undefined && before.type !== "link") throw badInput("target", "is for links only");
  const given = attributesOf(change);
  const front = await readAttributes(change.document);
  const after = withoutEmpty({
    ...before,
    ...given,
    ...front,
    slug: await slugAfter(before, change.slug, front.title ?? given.title),
    updatedAt: around.now,
  });
  await updatePage(draft, id, before, canonical(after));
  if (change.document?.markdown !== undefined)
    batch.pageDocuments.set(id, { index, markdown: change.document.markdown });
  else await keepFrontMatter(batch, id, given);
  await moveIfAsked(batch, id, change);
  batch.touched.add(id);
}

export async function applyDeletePage(batch: Batch, change: DeletePage): Promise<void> {
  const id = pageIdOf(batch, change.page);
  for (const gone of await removePage(batch.draft, id, await requirePage(batch, id))) {
    batch.touched.add(gone);
    batch.pageDocuments.delete(gone);
  }
}

/** A page is named by its id, or by the name that the batch gave it. */
export function pageIdOf({ refs }: Batch, name: string): string {
  const ref = refs.get(name);
  return ref !== undefined && "page" in ref ? ref.page : name;
}

export async function requirePage({ draft }: Batch, id: string): Promise<PageRecord> {
  const record = await findPage(draft, id);
  if (record === undefined) throw notFound(`Page ${id}`);
  return record;
}

/** The cover is left out: its image can only be found when all files of the batch are there. */
async function readAttributes(document: DocumentInput | undefined): Promise<PageAttributes> {
  const front = await readFrontMatter(document?.markdown ?? "");
  if (front === undefined) return {};
  checkFrontMatter(front);
  const { cover, coverDark, coverY, ...attributes } = front;
  return attributes;
}

async function slugAfter(
  before: PageRecord,
  slug: string | undefined,
  title = before.title,
): Promise<string> {
  if (slug === undefined || before.type === "link") return before.slug;
  if (slug === "") return slugOf(title);
  if (slug !== before.slug) checkSlug(slug);
  return slug;
}

function checkSlug(slug: string): void {
  if (!slugPattern.test(slug))
    throw badInput("slug", "must be made of letters, digits, hyphens, dots, underscores and tildes");
  if (slug === "." || slug === "..") throw badInput("slug", "must not be a step in a path");
}

/** Attributes that the document's front matter names too are changed there as well: the two never disagree. */
async function keepFrontMatter(batch: Batch, id: string, given: PageAttributes): Promise<void> {
  const { title, description, icon, emoji, hidden, noIndex, noRobotsIndex, condition } = given;
  const changes = { title, description, icon, emoji, hidden, noIndex, noRobotsIndex, if: condition };
  if (Object.values(changes).every((value) => value === undefined)) return;
  const pending = batch.pageDocuments.get(id);
  if (pending !== undefined) {
    const markdown = await patchFrontMatter(pending.markdown, changes);
    batch.pageDocuments.set(id, { ...pending, markdown });
    return;
  }
  const page = await requirePage(batch, id);
  const document = await patchDocument(batch.draft, page.document, changes);
  if (document !== page.document)
    await edit(batch.draft, "pages", new Map([[id, canonical({ ...page, document })]]));
}

async function moveIfAsked(batch: Batch, id: string, { into, at }: UpdatePage): Promise<void> {
  const page = await requirePage(batch, id);
  const parent = into === undefined ? page.parent : pageIdOf(batch, into ?? "");
  if (parent === page.parent && at === undefined) return;
  if (page.type === "group" && parent !== "")
    throw conflict("A group of pages stands at the top of the tree");
  await movePage(batch.draft, id, page, { parent, at });
}
