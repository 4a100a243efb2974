import { faComment, faPlus } from "@fortawesome/free-solid-svg-icons";
import { useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Comment } from "../data/api-types.ts";
import type { QueryState } from "../data/queries.ts";
import { place as currentPlace } from "../navigation/router.ts";
import { Button, IconButton } from "../parts/button.tsx";
import { Loaded } from "../parts/states.tsx";
import { words } from "../words/index.ts";
import { latestOf, markRead, postComment, refreshComments } from "./comment-place.ts";
import { Composer } from "./composer.tsx";
import { type DraftText, toMarkdown } from "./drafts.ts";
import { draftId, type PageComments } from "./page-comments.ts";
import { addToReview } from "./pending.ts";
import { PendingCard } from "./pending-card.tsx";
import { placeCards } from "./place-cards.ts";
import { StatusFilter, useStatusFilter } from "./status-filter.tsx";
import { Thread } from "./thread.tsx";

interface CommentsPanelProps {
  readonly comments: PageComments;
  readonly query: QueryState<readonly Comment[]>;
  readonly mayResolve: boolean;
  /** Whether only a part of the page is shown, as in a difference: words that are not there may still exist. */
  readonly isPart?: boolean;
}

/** The comments on a page. In wide windows they stand beside the words that they are about. */
export function CommentsPanel({ query, ...props }: CommentsPanelProps) {
  return <Loaded query={query}>{(data) => <Threads {...props} data={data} />}</Loaded>;
}

function Threads({
  comments,
  data,
  mayResolve,
  isPart = false,
}: Omit<CommentsPanelProps, "query"> & { readonly data: readonly Comment[] }) {
  const texts = words.comments;
  const { query } = currentPlace.value;
  const active = query.get("comment");
  const target = data.find(({ id }) => id === active);
  const status = useStatusFilter(target);
  const unread = useUnread(comments, data);
  const text = comments.text.value;
  const found = text?.found.value;
  const list = useRef<HTMLDivElement>(null);
  useAlignment(list, comments, data, active, isPart);
  useReveal(comments, active);

  const shown = data.filter((comment) => comment.status === status);
  const isOutdated = ({ id, target: { node } }: Comment) =>
    !isPart && node !== undefined && found !== undefined && !found.has(id);
  const draft = comments.draft.value;
  const thread = (comment: Comment) => (
    <Thread
      key={comment.id}
      place={comments.place}
      comment={comment}
      isOpen={comment.id === active}
      targetReply={comment.id === active ? query.get("reply") : null}
      isUnread={unread.has(comment.id)}
      isOutdated={isOutdated(comment)}
      mayResolve={mayResolve}
      onOpen={() => comments.open(comment.id)}
      onReveal={found?.has(comment.id) ? () => text?.reveal(comment.id) : undefined}
      onTake={takeOf(comments, comment)}
    />
  );
  // Those on the page first, then those on words in the order of the text, then outdated ones.
  const rankOf = (id: string, isOnPage: boolean, isGone = false) =>
    isOnPage ? onPage : ((isGone ? undefined : text?.topOf(id)) ?? outdated);
  const newThread = draft !== undefined && {
    rank: rankOf(draftId, draft === "page"),
    card: <NewThread key={draftId} comments={comments} draft={draft} />,
  };
  const cards = sortCards([
    ...(newThread && draft === "page" ? [newThread] : []),
    ...shown.map((comment) => ({
      rank: rankOf(comment.id, comment.target.node === undefined, isOutdated(comment)),
      card: thread(comment),
    })),
    ...comments.pending.value.map((comment) => ({
      rank: rankOf(comment.id, comment.target.node === undefined),
      card: (
        <PendingCard
          key={comment.id}
          place={comments.place}
          comment={comment}
          onReveal={found?.has(comment.id) ? () => text?.reveal(comment.id) : undefined}
        />
      ),
    })),
    ...(newThread && draft !== "page" ? [newThread] : []),
  ]);
  return (
    <>
      <div class="comment-tools">
        {!(isPart && data.length === 0) && <StatusFilter data={data} status={status} />}
        {!isPart && <span class="spacer" />}
        {comments.mayComment && draft === undefined && (
          <CommentOnPage isLabelled={isPart} onClick={() => comments.start("page")} />
        )}
      </div>
      {active !== null && target === undefined && !isPart && <p class="hint">{texts.missing}</p>}
      {shown.length === 0 && draft === undefined && comments.pending.value.length === 0 && !isPart && (
        <p class="hint">
          {status === "resolved" ? texts.noneResolved : data.length > 0 ? texts.noneOpen : texts.none}{" "}
          {status === "open" && comments.mayComment && texts.noneHint}
        </p>
      )}
      <div ref={list} class="threads">
        {cards}
      </div>
    </>
  );
}

function CommentOnPage({
  isLabelled,
  onClick,
}: {
  readonly isLabelled: boolean;
  readonly onClick: () => void;
}) {
  const { commentOnPage: label } = words.comments;
  if (!isLabelled) return <IconButton icon={faPlus} label={label} onClick={onClick} />;
  return (
    <Button kind="quiet" icon={faComment} onClick={onClick}>
      {label}
    </Button>
  );
}

const [onPage, outdated] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

interface Card {
  /** Where it is in the text. */
  readonly rank: number;
  readonly card: ComponentChildren;
}

function sortCards(cards: readonly Card[]): ComponentChildren[] {
  const sorted = cards.toSorted((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank));
  return sorted.map(({ card }) => card);
}

function takeOf({ text }: PageComments, { id, target, suggestion, status }: Comment) {
  const { value } = text;
  const { quote } = target;
  if (value?.replace === undefined || suggestion === undefined || quote === undefined || status !== "open")
    return undefined;
  return async () => (await value.replace?.(id, quote.text, suggestion.text)) ?? false;
}

function NewThread({
  comments,
  draft,
}: {
  readonly comments: PageComments;
  readonly draft: NonNullable<PageComments["draft"]["value"]>;
}) {
  const texts = words.comments;
  const anchor = typeof draft === "object" ? draft : undefined;
  const quoted = anchor?.quote?.text;
  const read = async (written: DraftText) => {
    const now = anchor && ((await comments.text.peek()?.anchorOf(draftId)) ?? anchor);
    return {
      body: { markdown: toMarkdown(written) },
      page: comments.page,
      ...(now && { node: now.node, ...(now.quote && { quote: now.quote }) }),
      ...(now?.quote && written.suggestion !== undefined && { suggestion: written.suggestion }),
    };
  };
  const collect = async (written: DraftText) => {
    await addToReview(comments.place, await read(written));
    comments.endDraft();
  };
  const submit = async (written: DraftText) => {
    const posted = await postComment(comments.place, await read(written));
    comments.endDraft();
    refreshComments(comments.place);
    comments.open(posted.id);
  };
  return (
    <section class="new-thread" aria-label={texts.comment} id={`comment-${draftId}`}>
      {anchor && (
        <p class="thread-target">
          <q class="thread-quote">{quoted ?? anchor.preview ?? texts.onBlock}</q>
        </p>
      )}
      <Composer
        key={JSON.stringify(draft)}
        name={comments.draftName}
        label={texts.comment}
        placeholder={texts.placeholder}
        action={texts.post}
        quoted={quoted}
        autoFocus
        second={comments.mayReview ? { label: texts.pending.add, onSubmit: collect } : undefined}
        onCancel={() => comments.endDraft()}
        onSubmit={submit}
      />
    </section>
  );
}

/** The comments that were unread when they were shown. They are then read. */
function useUnread(comments: PageComments, data: readonly Comment[]): ReadonlySet<string> {
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set());
  const isShown = useOnScreen();
  useEffect(() => {
    const fresh = data.filter((comment) => comment.unread);
    if (fresh.length === 0 || !isShown) return;
    setUnread((known) => new Set([...known, ...fresh.map(({ id }) => id)]));
    // It is tried again when the comments are shown the next time.
    markRead(comments.place, comments.page, latestOf(fresh)).then(
      () => refreshComments(comments.place),
      () => {},
    );
  }, [data, isShown]);
  return unread;
}

/** Whether the window is seen. */
function useOnScreen(): boolean {
  const [isShown, setShown] = useState(document.visibilityState === "visible");
  useEffect(() => {
    const update = () => setShown(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return isShown;
}

/** Shows the words of the comment whose address was opened, when they are found. */
function useReveal(comments: PageComments, active: string | null): void {
  const revealed = useRef<string | null>(null);
  useSignalEffect(() => {
    const text = comments.text.value;
    const id = currentPlace.value.query.get("comment");
    if (id === null || id === revealed.current || !text?.found.value?.has(id)) return;
    // A click on the words themselves needs no scrolling.
    const top = text.topOf(id);
    revealed.current = id;
    if (top !== undefined && (top < 0 || top > innerHeight - 80)) text.reveal(id);
  });
  useEffect(() => {
    if (active === null) revealed.current = null;
  }, [active]);
}

const gap = 12;

/**
 * In wide windows, moves threads down to the words that they are about. None covers another one: those that would, are below it.
 */
function useAlignment(
  list: { readonly current: HTMLElement | null },
  comments: PageComments,
  data: readonly Comment[],
  active: string | null,
  isPart: boolean,
): void {
  const align = () => {
    const { current } = list;
    if (current === null) return;
    const text = comments.text.peek();
    const difference = isPart ? current.closest(".commented-difference > *") : null;
    // A difference has comments beside it if its own place is wide.
    const isWide = difference
      ? getComputedStyle(difference).getPropertyValue("--is-beside") === "1"
      : matchMedia("(width >= 1280px)").matches;
    const cards = [...current.children] as HTMLElement[];
    for (const card of cards) card.style.marginBlockStart = "";
    if (!isWide || text === undefined) return;
    const tops = cards.map((card) => text.topOf(card.id.replace(/^comment-/, "")));
    // Heights are read before anything is moved.
    const heights = cards.map((card) => card.offsetHeight);
    const start = current.getBoundingClientRect().top;
    const opened = cards.findIndex((card) => card.matches("[data-open], .new-thread"));
    const placed = placeCards(tops, heights, start, gap, opened);
    for (const [i, card] of cards.entries()) {
      const end = i === 0 ? start : (placed[i - 1] ?? 0) + (heights[i - 1] ?? 0);
      card.style.marginBlockStart = `${(placed[i] ?? 0) - end}px`;
    }
  };
  useLayoutEffect(align, [data, active, comments.draft.value, comments.text.value]);
  useSignalEffect(() => {
    comments.text.value?.version.value;
    comments.text.value?.found.value;
    // Not after each key.
    const timer = setTimeout(align, 100);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    const sizes = new ResizeObserver(() => requestAnimationFrame(align));
    for (const card of list.current?.children ?? []) sizes.observe(card);
    addEventListener("resize", align);
    return () => {
      sizes.disconnect();
      removeEventListener("resize", align);
    };
  });
}
