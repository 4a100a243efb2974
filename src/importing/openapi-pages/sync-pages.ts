import { applyChanges, type Change } from "../../content/changes/index.ts";
import { type Content, type Draft, editDraft, type PageRecord, writeDocument } from "../../content/index.ts";
import { childIdsOf, findPage, findPages } from "../../content/pages/index.ts";
import { derivedId, newId } from "../../platform/index.ts";
import type { GeneratedPage } from "./generated-pages.ts";
import { descriptionIn, mergeGenerated } from "./merge-generated.ts";

/** A generated page in the content of a space. */
export interface SyncedPage extends GeneratedPage {
  readonly id: string;
  /** Whether a writer has deleted it. It is not created again. */
  readonly isDeleted?: true;
  /** Whether its tag or operation is gone from the spec. It is kept, because writers have changed it. */
  readonly isGone?: true;
}

interface SyncOptions {
  /** The pages as they were generated last, and as they are generated now. */
  readonly previous: readonly SyncedPage[];
  readonly next: readonly GeneratedPage[];
  /** Makes the ids of new pages: the same at each attempt. */
  readonly setId: string;
  /** The page that contains them; empty at the top level. */
  readonly parent: string;
  /** The text that marks a page whose tag or operation is gone; without it, such pages stay as they are. */
  readonly goneMarkdown?: string;
  readonly now: string;
}

/**
 * Brings the generated pages of a draft in step with their spec: inserts, renames, moves, updates and deletes pages. What writers
 * have changed stays: their texts are merged, their titles and places are kept, and pages that they deleted are not created again.
 */
export async function syncPages(base: Content, draft: Draft, options: SyncOptions): Promise<SyncedPage[]> {
  const plan = await planSync(draft, options);
  const { now, goneMarkdown } = options;
  await applyChanges(base, draft, plan.changes, { now, newId, revision: async () => undefined });
  for (const { id, before, after } of plan.texts) {
    const page = await findPage(draft, id);
    if (page?.type !== "document") continue;
    const document = await mergeGenerated(draft, id, page.document, { before, after, goneMarkdown });
    if (document === page.document) continue;
    const { document: _, ...rest } = page;
    const edited = { ...rest, ...(document !== undefined && { document }), updatedAt: now };
    await editDraft(draft, "pages", [[id, edited]]);
  }
  return plan.pages;
}

interface SyncPlan {
  readonly pages: SyncedPage[];
  readonly changes: Change[];
  /** The generated texts that have changed. */
  readonly texts: { readonly id: string; readonly before: string; readonly after: string }[];
}

async function planSync(draft: Draft, options: SyncOptions): Promise<SyncPlan> {
  const { previous, next } = options;
  const existing = await findPages(
    draft,
    previous.map(({ id }) => id),
  );
  const matched = matchPages(previous, next);
  const plan: SyncPlan = { pages: [], changes: [], texts: [] };
  const places = new Places(draft, options, existing);
  for (const page of next) {
    const before = matched.get(page);
    const synced = before === undefined ? await places.add(page) : { ...page, id: before.id };
    const isDeleted = before === undefined ? places.isInDeleted(page) : !existing.has(before.id);
    plan.pages.push(isDeleted ? { ...synced, isDeleted: true } : synced);
    places.place(synced, isDeleted);
    if (isDeleted) continue;
    const record = existing.get(synced.id);
    if (before === undefined || record === undefined) plan.changes.push(await places.insertion(synced));
    else {
      plan.changes.push(...updatesOf(synced, before, record, places));
      if (before.markdown !== page.markdown)
        plan.texts.push({ id: synced.id, before: before.markdown, after: page.markdown });
    }
  }
  const kept = new Set(matched.values());
  await removeGone(
    draft,
    previous.filter((page) => !kept.has(page)),
    { existing, plan, options },
  );
  return plan;
}

/** The previous version of each page: that with its key, or one that is gone and has the same identity. */
function matchPages(
  previous: readonly SyncedPage[],
  next: readonly GeneratedPage[],
): Map<GeneratedPage, SyncedPage> {
  const byKey = new Map(previous.map((page) => [page.key, page]));
  const keys = new Set(next.map(({ key }) => key));
  const renamed = new Map(
    previous.flatMap((page) =>
      keys.has(page.key) || page.identity === undefined ? [] : [[page.identity, page]],
    ),
  );
  const matched = new Map<GeneratedPage, SyncedPage>();
  for (const page of next) {
    const before = byKey.get(page.key) ?? renamed.get(page.identity ?? "");
    if (before === undefined) continue;
    matched.set(page, before);
    if (before.identity !== undefined) renamed.delete(before.identity);
  }
  return matched;
}

/** The changes of a page's title, attributes and place, where writers have not changed them. */
function updatesOf(page: SyncedPage, before: SyncedPage, record: PageRecord, places: Places): Change[] {
  const changed: { title?: string; description?: string; icon?: string; into?: string | null } = {};
  if (page.title !== before.title && record.title === before.title) changed.title = page.title;
  for (const name of ["description", "icon"] as const) {
    const [old = "", now = ""] = [before.attributes?.[name], page.attributes?.[name]];
    if (old !== now && (record[name] ?? "") === old) changed[name] = now;
  }
  const [old, now] = [places.previousParent(before), places.parentOf(page)];
  if (old !== now && record.parent === old) changed.into = now || null;
  return Object.keys(changed).length === 0 ? [] : [{ operation: "update_page", page: page.id, ...changed }];
}

interface GonePages {
  readonly existing: ReadonlyMap<string, PageRecord>;
  readonly plan: SyncPlan;
  readonly options: SyncOptions;
}

/** Deletes pages whose tag or operation is gone, unless writers have changed them or added pages to them. */
async function removeGone(draft: Draft, gone: readonly SyncedPage[], { existing, plan, options }: GonePages) {
  const { goneMarkdown } = options;
  const moved = plan.changes.flatMap((change) =>
    change.operation === "update_page" && change.into !== undefined ? change.page : [],
  );
  /** Pages that are deleted, or moved elsewhere. */
  const leaving = new Set(moved);
  // Pages come after those that contain them.
  for (const page of gone.toReversed()) {
    const record = existing.get(page.id);
    if (record === undefined) continue;
    const children = await childIdsOf(draft, page.id);
    const isEmpty = children.every((id) => leaving.has(id));
    if (isEmpty && !page.isGone && (await isUntouched(draft, page, record))) {
      leaving.add(page.id);
      plan.changes.push({ operation: "delete_page", page: page.id });
      continue;
    }
    if (goneMarkdown === undefined) continue;
    const description = descriptionIn(page.markdown);
    const marked = description === "" ? goneMarkdown : `${goneMarkdown}\n${description}`;
    const markdown = page.isGone ? page.markdown : marked;
    plan.pages.push({ ...page, markdown, isGone: true });
    if (page.markdown !== markdown) plan.texts.push({ id: page.id, before: page.markdown, after: markdown });
  }
}

/** Whether a page is as it was generated. */
async function isUntouched(draft: Draft, page: SyncedPage, record: PageRecord): Promise<boolean> {
  const document = await writeDocument(draft, page.id, page.markdown, {});
  return document === record.document && record.title === page.title;
}

/** Where pages are inserted: after the generated page before them, so that the order of writers is kept. */
class Places {
  readonly #draft: Draft;
  readonly #options: SyncOptions;
  readonly #existing: ReadonlyMap<string, PageRecord>;
  readonly #usedIds: Set<string>;
  readonly #previousIds: ReadonlyMap<string, string>;
  /** The ids of the pages of this run that exist or will exist, by key. */
  readonly #ids = new Map<string, string>();
  readonly #deletedKeys = new Set<string>();
  readonly #children = new Map<string, string[]>();
  readonly #last = new Map<string, string>();

  constructor(draft: Draft, options: SyncOptions, existing: ReadonlyMap<string, PageRecord>) {
    this.#draft = draft;
    this.#options = options;
    this.#existing = existing;
    this.#usedIds = new Set(options.previous.map(({ id }) => id));
    this.#previousIds = new Map(options.previous.map(({ key, id }) => [key, id]));
  }

  /** Gives a new page an id that no page of the content has. */
  async add(page: GeneratedPage): Promise<SyncedPage> {
    for (let attempt = 0; ; attempt++) {
      const id = derivedId(this.#options.setId, page.key, ...(attempt === 0 ? [] : [String(attempt)]));
      if (this.#usedIds.has(id) || (await findPage(this.#draft, id)) !== undefined) continue;
      this.#usedIds.add(id);
      return { ...page, id };
    }
  }

  place({ key, id }: SyncedPage, isDeleted: boolean): void {
    if (isDeleted) this.#deletedKeys.add(key);
    else this.#ids.set(key, id);
    const parent = this.#existing.get(id)?.parent;
    if (parent !== undefined) this.#last.set(parent, id);
  }

  /** Whether the page that would contain it was deleted by a writer. */
  isInDeleted({ parent }: GeneratedPage): boolean {
    return parent !== undefined && this.#deletedKeys.has(parent);
  }

  parentOf({ parent }: GeneratedPage): string {
    return (parent === undefined ? undefined : this.#ids.get(parent)) ?? this.#options.parent;
  }

  previousParent({ parent }: GeneratedPage): string {
    return (parent === undefined ? undefined : this.#previousIds.get(parent)) ?? this.#options.parent;
  }

  async insertion(page: SyncedPage): Promise<Change> {
    const { id, title, slug, attributes, markdown } = page;
    const into = this.parentOf(page);
    const at = await this.#positionIn(into, id);
    return {
      operation: "insert_page",
      ...attributes,
      title,
      internal: { id, ...(slug !== undefined && { preferredSlug: slug }) },
      ...(into !== "" && { into }),
      ...(at !== undefined && { at }),
      document: { markdown },
    };
  }

  /** The position after the last generated page, or before the first one. */
  async #positionIn(parent: string, id: string): Promise<number | undefined> {
    const children = this.#children.get(parent) ?? (await childIdsOf(this.#draft, parent));
    this.#children.set(parent, children);
    const last = this.#last.get(parent);
    const after = last === undefined ? -1 : children.lastIndexOf(last);
    const before = after === -1 ? children.findIndex((child) => this.#usedIds.has(child)) : -1;
    const at = after !== -1 ? after + 1 : before !== -1 ? before : undefined;
    children.splice(at ?? children.length, 0, id);
    this.#last.set(parent, id);
    return at === children.length - 1 ? undefined : at;
  }
}
