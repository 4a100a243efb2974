import { badInput } from "../../platform/index.ts";
import { patchStoredFrontMatter } from "../document-store/index.ts";
import { leadingHeading, patchFrontMatter, readFrontMatter } from "../markdown/index.ts";
import { editDraft, limits, type PageAttributes, type PageRecord } from "../model/index.ts";
import { insertPage, movePage, removePage, slugOf, slugPattern, updatePage } from "../pages/index.ts";
import { attributesOf, checkFrontMatter, withoutEmpty } from "./attributes.ts";
import {
  type ApplyChange,
  type Batch,
  currentDocument,
  deferDocument,
  inputToMarkdown,
  requireRecord,
} from "./batch.ts";
import { resolveReferences } from "./references.ts";

const defaultTitle = "Untitled";

export const applyInsertPage: ApplyChange<"insert_page"> = async (
  batch,
  change,
  { index, ids: [id = ""] },
) => {
  const { draft, context } = batch;
  const { type = "document", slug } = change;
  const markdown = await inputToMarkdown(batch, change.document);
  if (type !== "document" && markdown) throw badInput("document", `a ${type} has no document`);
  if (type === "link" && change.target === undefined) throw badInput("target", "is required for a link");
  if (type !== "link" && change.target !== undefined) throw badInput("target", "is allowed only for links");
  const front = await readAttributes(markdown);
  const title = front.title ?? change.title ?? titleIn(markdown) ?? defaultTitle;
  const isExact = slug !== undefined && slug !== "" && type !== "link";
  if (isExact) checkSlug(slug);
  await insertPage(
    draft,
    id,
    withoutEmpty({
      ...(await resolveReferences(batch, attributesOf(change))),
      ...front,
      title,
      type,
      slug: type === "link" ? "" : isExact ? slug : (change.internal?.preferredSlug ?? slugOf(title)),
      createdAt: context.now,
      updatedAt: context.now,
    }),
    { parent: pageIdOf(batch, change.into ?? ""), at: change.at },
    { exactSlug: isExact },
  );
  if (markdown !== undefined) await deferDocument(batch, "pages", id, index, markdown);
  batch.touched.add(id);
};

export const applyUpdatePage: ApplyChange<"update_page"> = async (batch, change, { index }) => {
  const { draft, context } = batch;
  const id = pageIdOf(batch, change.page);
  const before = await requireRecord(batch.draft, "pages", id);
  const markdown = await inputToMarkdown(
    batch,
    change.document,
    id,
    currentDocument(batch, "pages", id, before),
  );
  if (markdown && before.type !== "document") throw badInput("document", `a ${before.type} has no document`);
  if (change.target !== undefined && before.type !== "link")
    throw badInput("target", "is allowed only for links");
  const changed = await resolveReferences(batch, attributesOf(change));
  const front = await readAttributes(markdown);
  const { slug, exactSlug } = slugAfter(before, change.slug, front.title ?? changed.title);
  const after = withoutEmpty({ ...before, ...changed, ...front, slug, updatedAt: context.now });
  const parent = change.into === undefined ? before.parent : pageIdOf(batch, change.into ?? "");
  const stays = parent === before.parent && change.at === undefined;
  if (stays) await updatePage(draft, id, before, after, { exactSlug });
  else await movePage(draft, id, before, { parent, at: change.at }, after, { exactSlug });
  if (markdown !== undefined) await deferDocument(batch, "pages", id, index, markdown);
  else await syncFrontMatter(batch, id, changed);
  batch.touched.add(id);
};

export const applyDeletePage: ApplyChange<"delete_page"> = async (batch, { page }) => {
  const id = pageIdOf(batch, page);
  await deletePage(batch, id, await requireRecord(batch.draft, "pages", id));
};

export async function deletePage(batch: Batch, id: string, page: PageRecord): Promise<void> {
  for (const removed of await removePage(batch.draft, id, page)) {
    batch.touched.add(removed);
    batch.documents.pages.delete(removed);
  }
}

/** Resolves a page id or a ref of the batch to a page id. */
export function pageIdOf({ refs }: Batch, name: string): string {
  const ref = refs.get(name);
  return ref !== undefined && "page" in ref ? ref.page : name;
}

/** The leading heading of the document, cut to the maximum length of a title. */
function titleIn(markdown = ""): string | undefined {
  const heading = leadingHeading(markdown);
  return heading && [...heading].slice(0, limits.pageTitle).join("");
}

/** The attributes in the front matter, except the cover: a later change may insert its file. */
async function readAttributes(markdown = ""): Promise<PageAttributes> {
  const front = await readFrontMatter(markdown);
  if (front === undefined) return {};
  checkFrontMatter(front);
  const { cover, coverDark, coverY, title, ...attributes } = front;
  return { ...attributes, ...(title !== undefined && { title: title.trim() }) };
}

function slugAfter(before: PageRecord, slug: string | undefined, title = before.title) {
  if (slug === undefined || before.type === "link") return { slug: before.slug, exactSlug: false };
  if (slug === "") return { slug: slugOf(title), exactSlug: false };
  if (slug !== before.slug) checkSlug(slug);
  return { slug, exactSlug: true };
}

function checkSlug(slug: string): void {
  if (!slugPattern.test(slug))
    throw badInput("slug", "must consist of letters, digits, hyphens, dots, underscores and tildes");
  if (slug === "." || slug === "..") throw badInput("slug", "must not be . or ..");
}

/**
 * Keeps the front matter consistent with changed attributes: strings and flags are updated there, attributes with
 * several fields are removed from it.
 */
export async function syncFrontMatter(batch: Batch, id: string, changed: PageAttributes): Promise<void> {
  const { title, description, icon, emoji, hidden, noIndex, noRobotsIndex, condition } = changed;
  const changes = {
    ...{ title, description, icon, emoji, hidden, noIndex, noRobotsIndex, if: condition },
    ...("layout" in changed && { layout: null }),
    ...("variables" in changed && { vars: null }),
    ...("tags" in changed && { tags: null }),
    ...("cover" in changed && { cover: null, coverDark: null, coverY: null }),
  };
  if (Object.values(changes).every((value) => value === undefined)) return;
  const pending = batch.documents.pages.get(id);
  if (pending !== undefined) {
    const markdown = await patchFrontMatter(pending.markdown, changes);
    const keepsCover = pending.keepsCover === true || "cover" in changed;
    batch.documents.pages.set(id, { ...pending, markdown, keepsCover });
    return;
  }
  const page = await requireRecord(batch.draft, "pages", id);
  const document = await patchStoredFrontMatter(batch.draft.nodes, page.document, changes);
  if (document !== page.document) await editDraft(batch.draft, "pages", [[id, { ...page, document }]]);
}
