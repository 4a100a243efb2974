import { faComments } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useState } from "preact/hooks";
import type { Comment } from "../data/api-types.ts";
import { place as currentPlace, navigate, setQuery, urlOf } from "../navigation/router.ts";
import { EmptyState, Loaded } from "../parts/states.tsx";
import { words } from "../words/index.ts";
import {
  type CommentPlace,
  latestOf,
  markRead,
  pathOfComment,
  pathOfPlace,
  postComment,
  refreshComments,
  useComments,
} from "./comment-place.ts";
import { Composer } from "./composer.tsx";
import { toMarkdown } from "./drafts.ts";
import { StatusFilter, useStatusFilter } from "./status-filter.tsx";
import { Thread } from "./thread.tsx";

interface DiscussionProps {
  readonly place: CommentPlace;
  readonly mayComment: boolean;
  readonly mayResolve: boolean;
  /** Whether the list has a heading, because it is a part of a screen. */
  readonly hasHeading?: boolean;
}

/** The number of threads that are shown at first, and added each time. */
const step = 50;

/** All comments on a space or on a change request: in general and on its pages. */
export function Discussion({ place, mayComment, mayResolve, hasHeading = false }: DiscussionProps) {
  const texts = words.comments;
  const query = useComments(place);
  return (
    <section class="discussion" aria-label={texts.label}>
      {hasHeading && <h2>{texts.label}</h2>}
      <Loaded query={query}>
        {(data) => <DiscussedThreads place={place} data={data} mayResolve={mayResolve} />}
      </Loaded>
      {mayComment && (
        <Composer
          name={`${pathOfPlace(place)}/comments`}
          label={texts.comment}
          placeholder={texts.placeholder}
          action={texts.post}
          isCompact
          onSubmit={async (draft) => {
            const posted = await postComment(place, { body: { markdown: toMarkdown(draft) } });
            refreshComments(place);
            setQuery({ comment: posted.id, reply: "" });
          }}
        />
      )}
    </section>
  );
}

function DiscussedThreads({
  place,
  data,
  mayResolve,
}: Pick<DiscussionProps, "place" | "mayResolve"> & { readonly data: readonly Comment[] }) {
  const texts = words.comments;
  const active = currentPlace.value.query.get("comment");
  const target = data.find(({ id }) => id === active);
  const status = useStatusFilter(target);
  const [count, setCount] = useState(step);
  const unread = useMarkedRead(place, data);
  const shown = data.filter((comment) => comment.status === status);
  // The open thread is always among them.
  const visible = shown.slice(0, Math.max(count, target ? shown.indexOf(target) + 1 : 0));
  if (data.length === 0)
    return <EmptyState icon={faComments} title={texts.noneAtAll} text={texts.noneAtAllHint} />;
  return (
    <>
      <StatusFilter data={data} status={status} />
      {shown.length === 0 && <p class="hint">{status === "open" ? texts.allResolved : texts.noneResolved}</p>}
      <div class="threads">
        {visible.map((comment) => (
          <div key={comment.id} class="discussed">
            <DiscussedTarget place={place} comment={comment} />
            <Thread
              place={place}
              comment={comment}
              isOpen={comment.id === active}
              targetReply={comment.id === active ? currentPlace.value.query.get("reply") : null}
              isUnread={unread.has(comment.id)}
              isOutdated={comment.target.page?.outdated === true}
              mayResolve={mayResolve}
              onOpen={() => setQuery({ comment: comment.id, reply: "" })}
              onReveal={
                comment.target.page?.outdated === false
                  ? () => navigate(pathOfComment(place, comment))
                  : undefined
              }
            />
          </div>
        ))}
      </div>
      {shown.length > visible.length && (
        <button type="button" class="button button-quiet" onClick={() => setCount(visible.length + step)}>
          {texts.more}
        </button>
      )}
    </>
  );
}

/** The page that a comment is on, or the review that it was sent with. */
function DiscussedTarget({ place, comment }: { readonly place: CommentPlace; readonly comment: Comment }) {
  const texts = words.comments;
  const { page, review } = comment.target;
  if (page === undefined) return review === undefined ? null : <p class="hint">{texts.onReview}</p>;
  return (
    <p class="hint">
      {page.outdated ? (
        texts.onPageNamed(page.title)
      ) : (
        <a href={urlOf(pathOfComment(place, comment))}>{texts.onPageNamed(page.title)}</a>
      )}
    </p>
  );
}

/** The comments that were unread when they were shown. They are then read. */
function useMarkedRead(place: CommentPlace, data: readonly Comment[]): ReadonlySet<string> {
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const fresh = data.filter((comment) => comment.unread);
    if (fresh.length === 0) return;
    setUnread((known) => new Set([...known, ...fresh.map(({ id }) => id)]));
    const pages = Map.groupBy(fresh, ({ target }) => target.page?.id);
    const marks = Array.from(pages, ([page, comments]) => markRead(place, page, latestOf(comments)));
    // They are marked again when they are shown the next time.
    Promise.allSettled(marks).then(() => refreshComments(place));
  }, [data]);
  return unread;
}
