import {
  type Content,
  canonicalize,
  type Draft,
  diffContents,
  editDraft,
  type PageRecord,
} from "../model/index.ts";

/**
 * Gives the pages of a draft that replaces all content the times of the pages with the same ids: the creation time, and
 * the time of the last change to those that are otherwise equal.
 */
export async function keepPageTimes(base: Content, draft: Draft): Promise<void> {
  const { pages } = await diffContents(base, draft);
  const edits = pages.flatMap(({ key, before, after }): [string, PageRecord][] => {
    if (before === undefined || after === undefined) return [];
    const { createdAt, updatedAt } = before;
    return [
      [key, isEqualPage({ ...after, createdAt, updatedAt }, before) ? before : { ...after, createdAt }],
    ];
  });
  await editDraft(draft, "pages", edits);
}

export function isEqualPage(a: PageRecord, b: PageRecord): boolean {
  return JSON.stringify(canonicalize(a)) === JSON.stringify(canonicalize(b));
}
