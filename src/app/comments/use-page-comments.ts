import { useEffect, useMemo } from "preact/hooks";
import type { Comment, Space } from "../data/api-types.ts";
import type { QueryState } from "../data/queries.ts";
import { refreshComments, useComments } from "./comment-place.ts";
import { PageComments } from "./page-comments.ts";
import { usePendingComments } from "./pending.ts";

interface ReadPlace {
  readonly space: string;
  readonly revision?: string | undefined;
  readonly changeRequest?: string | undefined;
}

/** The comments on the page that is open. Earlier revisions have none. */
export function usePageComments(
  space: Space,
  { space: spaceId, revision, changeRequest }: ReadPlace,
  page: string | undefined,
): { readonly comments: PageComments | undefined; readonly query: QueryState<readonly Comment[]> } {
  const isCommented = revision === undefined && page !== undefined;
  const comments = useMemo(
    () => (isCommented ? new PageComments({ space: spaceId, changeRequest }, page) : undefined),
    [isCommented, spaceId, changeRequest, page],
  );
  const mayReview = changeRequest !== undefined && space.permissions.review;
  if (comments) {
    comments.mayComment = space.permissions.comment;
    comments.mayReview = mayReview;
  }
  const pending = usePendingComments(mayReview ? comments?.place : undefined);
  useEffect(() => {
    if (comments)
      comments.pending.value = (pending.data ?? []).filter(({ target }) => target.page?.id === page);
  }, [comments, pending.data]);
  const query = useComments(comments?.place, page);
  useEffect(() => {
    if (comments) comments.comments.value = query.data ?? [];
  }, [comments, query.data]);
  // Others may have commented meanwhile.
  useEffect(() => {
    const update = () =>
      comments && document.visibilityState === "visible" && refreshComments(comments.place);
    addEventListener("focus", update);
    return () => removeEventListener("focus", update);
  }, [comments]);
  return { comments, query };
}
