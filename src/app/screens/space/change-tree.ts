import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { ListedPage } from "../../data/api-types.ts";
import { type Destination, topLevel } from "../../data/library-tree.ts";
import { changeStored, type ListState, refresh } from "../../data/queries.ts";
import { createQueue } from "../../data/queue.ts";
import { attempt, showDone, showFailure } from "../../data/toasts.ts";
import { readHead } from "../../editor/content-source.ts";
import { words } from "../../words/index.ts";
import {
  apiPathOf,
  type ContentChange,
  type ContentPlace,
  pageListQuery,
  pathOfContent,
  refreshContent,
  sendChanges,
  type UpdatePage,
  useStoredPages,
} from "./content-place.ts";
import { setOpened } from "./opened-pages.ts";
import {
  branchIn,
  destinationOf,
  isPossibleMove,
  type PageList,
  positionOf,
  withBranch,
  withFields,
  withMove,
  withoutBranch,
} from "./page-list.ts";
import { ancestorsIn } from "./tree-rows.ts";

/** A change of the tree that the server has not confirmed yet. */
interface PendingChange {
  readonly content: string;
  readonly apply: (pages: PageList) => PageList;
}

const pending = signal<readonly PendingChange[]>([]);
/** A change is sent when the previous one is confirmed, because its place may depend on it. */
const inOrder = createQueue();

/** All pages of the content in the order of its tree, with the changes that are being sent. */
export function usePages(place: ContentPlace): ListState<ListedPage> {
  const stored = useStoredPages(place);
  const content = pathOfContent(place);
  const changes = pending.value.filter((change) => change.content === content);
  const key = changes.length === 0 ? undefined : pending.value;
  const data = useMemo(
    () => stored.data && changes.reduce((pages, { apply }) => apply(pages), stored.data as PageList),
    [stored.data, key],
  );
  return data === undefined ? stored : { ...stored, data };
}

interface TreeChange<T> {
  readonly apply: (pages: PageList) => PageList;
  /** The change of the list when the server has confirmed it, if it knows more then. */
  readonly confirm?: (result: T) => (pages: PageList) => PageList;
  readonly send: () => Promise<T>;
  /** The page of which nothing else in the list changes; by default, the whole list is loaded again. */
  readonly onlyPage?: string;
}

/** Changes the tree at once and sends the change. If that fails, the tree is as it was, and the error is thrown. */
async function changeTree<T>(place: ContentPlace, treeChange: TreeChange<T>): Promise<T> {
  const { apply, confirm, send, onlyPage } = treeChange;
  const change = { content: pathOfContent(place), apply };
  pending.value = [...pending.value, change];
  try {
    const result = await inOrder(send);
    storePages(place, confirm?.(result) ?? apply);
    return result;
  } finally {
    pending.value = pending.value.filter((other) => other !== change);
    if (onlyPage !== undefined) refresh(`${apiPathOf(place)}/page/${onlyPage}`);
    // Changes that follow are sent first: each reload would read the whole list.
    else if (pending.value.length === 0) refreshContent(place);
  }
}

function storePages(place: ContentPlace, change: (pages: PageList) => PageList): void {
  const path = `${apiPathOf(place)}/page-titles?limit=${pageListQuery.limit}`;
  changeStored<{ items: PageList; count?: number }>(path, (list) => {
    const items = change(list.items);
    const added = items.length - list.items.length;
    return { ...list, items, ...(list.count !== undefined && { count: list.count + added }) };
  });
}

/** The longest title of a page, as the server has it. */
const maxTitle = 512;
const draftPrefix = "draft-";
let lastDraft = 0;

/** Whether a page of the list does not exist on the server yet. */
export function isDraft(id: string): boolean {
  return id.startsWith(draftPrefix);
}

/** Inserts a page and returns its id. */
export async function insertPage(
  place: ContentPlace,
  pages: PageList,
  change: Omit<Extract<ContentChange, { operation: "insert_page" }>, "operation" | "into" | "at">,
  destination: Destination,
): Promise<string> {
  const { title = "", type = "document", emoji, icon } = change;
  const draft: ListedPage = {
    ...{ id: draftPrefix + ++lastDraft, title, type, depth: 0 },
    ...(emoji && { emoji }),
    ...(icon && { icon }),
    ...(change.target?.kind === "url" && { href: change.target.url }),
  };
  const { into, at } = positionOf(pages, destination);
  const insert: ContentChange = { operation: "insert_page", ...change, at, ...(into !== null && { into }) };
  return changeTree(place, {
    apply: (list) => withBranch(list, [draft], destination),
    confirm: (id) => (list) => withBranch(list, [{ ...draft, id }], destination),
    send: async () => (await sendChanges(place, [insert])).pages[0] ?? "",
  });
}

export type PageFields = Omit<UpdatePage, "operation" | "page">;

/** The fields of a page that the tree shows. */
function listedFields({
  title,
  linkTitle,
  emoji,
  icon,
  hidden,
  condition,
  target,
}: PageFields): Partial<ListedPage> {
  return {
    ...((linkTitle || title) && { title: linkTitle || title || "" }),
    ...(emoji !== undefined && { emoji: emoji || undefined }),
    ...(icon !== undefined && { icon: icon || undefined }),
    ...(hidden !== undefined && { hidden: hidden || undefined }),
    ...(condition !== undefined && { condition: condition || undefined }),
    ...(target?.kind === "url" && { href: target.url }),
  } as Partial<ListedPage>;
}

/** Changes fields of a page. The tree shows them at once. */
export async function updatePage(place: ContentPlace, page: string, fields: PageFields): Promise<void> {
  const listed = listedFields(fields);
  await changeTree(place, {
    apply: (list) => withFields(list, page, listed),
    send: () => sendChanges(place, [{ operation: "update_page", page, ...fields }]),
    onlyPage: page,
  });
}

/** Renames a page, and offers to undo it. */
export async function renamePage(
  place: ContentPlace,
  { id, title: before }: ListedPage,
  title: string,
): Promise<void> {
  if (title === before || title === "") return;
  const done = words.editing.renamed(title);
  const rename = (text: string) => updatePage(place, id, { title: text });
  await attempt(
    () => rename(title),
    done,
    () => rename(before),
  );
}

/** Moves a page with the pages below it, and offers to undo it. */
export async function movePage(
  place: ContentPlace,
  pages: PageList,
  { id, title }: ListedPage,
  destination: Destination,
): Promise<void> {
  if (!isPossibleMove(pages, id, destination)) return;
  const origin = destinationOf(pages, id);
  const without = withoutBranch(pages, id);
  const { parent } = destination;
  if (parent !== topLevel) setOpened(place, [...ancestorsIn(pages, parent), parent], true);
  const move = (to: Destination) =>
    changeTree(place, {
      apply: (list) => withMove(list, id, to),
      send: () =>
        sendChanges(place, [
          { operation: "update_page", page: id, ...positionOf(without, to) } as ContentChange,
        ]),
    });
  const moved = await attempt(() => move(destination));
  if (moved) showDone(words.editing.moved(title), async () => void (await move(origin)));
}

/** Copies a page with the pages below it, right after it, and returns the id of the copy. */
export async function duplicatePage(
  place: ContentPlace,
  pages: PageList,
  page: ListedPage,
): Promise<string | undefined> {
  const title = words.editing.copyOf(page.title).slice(0, maxTitle);
  const copy = { ...page, id: draftPrefix + ++lastDraft, title };
  const destination = besidePage(pages, page.id);
  const copied = await attempt(() =>
    changeTree(place, {
      // The copies of the pages below come with the list.
      apply: (list) => withBranch(list, [copy], destination),
      confirm: (id) => (list) => withBranch(list, [{ ...copy, id }], destination),
      send: async () => {
        const change = { operation: "duplicate_page" as const, page: page.id, title };
        return (await sendChanges(place, [change])).pages[0] ?? "";
      },
    }),
  );
  if (copied === undefined) return undefined;
  const id = copied.result;
  showDone(words.editing.duplicated(page.title), async () => {
    await changeTree(place, {
      apply: (list) => withoutBranch(list, id),
      send: () => sendChanges(place, [{ operation: "delete_page", page: id }]),
    });
  });
  return id;
}

/** Deletes a page with the pages below it, and offers to undo it. */
export async function deletePage(place: ContentPlace, pages: PageList, page: ListedPage): Promise<boolean> {
  const { id, title } = page;
  const branch = branchIn(pages, id);
  const origin = destinationOf(pages, id);
  const deleted = await attempt(() =>
    changeTree(place, {
      apply: (list) => withoutBranch(list, id),
      send: async () => {
        const revision = await readHead(place);
        await sendChanges(place, [{ operation: "delete_page", page: id }]);
        return revision;
      },
    }),
  );
  if (deleted === undefined) return false;
  const revision = deleted.result;
  const restore = () =>
    changeTree(place, {
      apply: (list) => withBranch(list, branch, origin),
      send: () => sendChanges(place, [{ operation: "revert_page", page: id, revision }]),
    });
  showDone(words.editing.deleted(title, branch.length - 1), async () => {
    await restore();
  });
  return true;
}

/** Creates something in the tree; a failure is shown. */
export async function tryInsert(insert: () => Promise<string>): Promise<string | undefined> {
  try {
    return await insert();
  } catch (error) {
    showFailure(error);
    return undefined;
  }
}

/** A place right after a page, or the end of the top level. */
export function besidePage(pages: PageList, id: string | undefined): Destination {
  return id === undefined || !pages.some((page) => page.id === id)
    ? { parent: topLevel }
    : { parent: destinationOf(pages, id).parent, after: id };
}
