import type { PageRevision, User } from "../../data/api-types.ts";

/** The people behind revisions, those with the most first. A merged change request counts for its author. */
export function writersOf(
  revisions: readonly PageRevision[],
): { readonly user: User; readonly count: number }[] {
  const writers = new Map<string, { user: User; count: number }>();
  for (const { createdBy, mergedFrom } of revisions) {
    const user = mergedFrom?.createdBy ?? createdBy;
    if (user === undefined) continue;
    const known = writers.get(user.id);
    writers.set(user.id, { user, count: (known?.count ?? 0) + 1 });
  }
  return [...writers.values()].sort((a, b) => b.count - a.count);
}
