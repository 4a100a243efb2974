import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useQuery } from "../data/queries.ts";
import { type CommentPlace, useComments } from "./comment-place.ts";
import { CommentsPanel } from "./comments-panel.tsx";
import { PageComments } from "./page-comments.ts";
import { usePendingComments } from "./pending.ts";
import { showComments } from "./show-comments.ts";

interface CommentedDifferenceProps {
  readonly place: CommentPlace;
  readonly page: string;
  /** The difference. It calls the function when its document is shown. */
  readonly children: (onShown: (root: ShadowRoot) => () => void) => ComponentChildren;
}

/** The difference of a page in a change request, with the comments on the page beside it, or below it if there is no room. */
export function CommentedDifference({ place, page, children }: CommentedDifferenceProps) {
  const { space, changeRequest } = place;
  const comments = useMemo(
    () => new PageComments({ space, changeRequest }, page),
    [space, changeRequest, page],
  );
  const permissions = useQuery("GET /spaces/:spaceId", { spaceId: space }).data?.permissions;
  comments.mayComment = permissions?.comment ?? false;
  comments.mayReview = permissions?.review === true && changeRequest !== undefined;
  const pending = usePendingComments(comments.mayReview ? place : undefined);
  useEffect(() => {
    comments.pending.value = (pending.data ?? []).filter(({ target }) => target.page?.id === page);
  }, [comments, pending.data]);
  // One list for all pages of the change request.
  const all = useComments(place);
  const data = useMemo(() => all.data?.filter(({ target }) => target.page?.id === page), [all.data, page]);
  useEffect(() => {
    comments.comments.value = data ?? [];
  }, [comments, data]);
  return (
    <div class="commented-difference">
      <div>{children((root) => showComments(root, comments))}</div>
      {data && (
        <div class="difference-comments">
          <CommentsPanel
            comments={comments}
            query={{ data, isLoading: false }}
            mayResolve={permissions?.edit ?? false}
            isPart
          />
        </div>
      )}
    </div>
  );
}
