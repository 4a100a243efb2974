import type { PageRevision, RevisionEntry } from "../data/api-types.ts";
import { formatDate } from "../data/format.ts";
import { words } from "../words/index.ts";

const texts = words.history;

/** What a revision is called: the change request that it merged, the state that it restored, or what it changed. */
export function titleOf({ kind, mergedFrom, restored, changes }: RevisionEntry): string {
  if (mergedFrom) return words.reading.history.merged(mergedFrom.number, mergedFrom.subject);
  if (restored?.createdAt !== undefined) return texts.restoredTo(formatDate(restored.createdAt));
  const [page] = changes.listed;
  const isOnly = Object.values(changes.pages).reduce((sum, count) => sum + count, 0) === 1;
  if (kind === "edit" && page && isOnly) return texts.pageChanges[page.change](page.title);
  return texts.kinds[kind];
}

/** What a revision changed, in numbers, with the first changed pages. */
export function summaryOf(entry: RevisionEntry): string {
  const { pages, files, reusableContents, variables, listed } = entry.changes;
  const names = ["created", "edited", "moved", "attributes", "deleted"] as const;
  const parts = [
    ...names.map((name) => [texts.changes[name], pages[name]] as const),
    [texts.changes.files, files] as const,
    [texts.changes.reusableContents, reusableContents] as const,
    [texts.changes.variables, variables] as const,
  ].flatMap(([describe, number]) => (number ? describe(number) : []));
  if (parts.length === 0) return entry.kind === "start" ? "" : texts.nothing;
  const title = titleOf(entry);
  const titles = listed.map((page) => page.title).filter((name) => !title.includes(`“${name}”`));
  return titles.length === 0 ? parts.join(", ") : `${parts.join(", ")} (${titles.join(", ")})`;
}

/** Who made a revision. What was merged was written by the author of the change request. */
export function authorOf({ mergedFrom, createdBy }: Pick<PageRevision, "mergedFrom" | "createdBy">) {
  return mergedFrom?.createdBy ?? createdBy;
}
