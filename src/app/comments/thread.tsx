import { faArrowTurnDown, faCheck, faRotateLeft } from "@fortawesome/free-solid-svg-icons";
import { ApiError } from "../data/api.ts";
import type { Comment } from "../data/api-types.ts";
import { attempt, showDone } from "../data/toasts.ts";
import { Button, IconButton } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { Badge } from "../parts/small.tsx";
import { words } from "../words/index.ts";
import {
  type CommentPlace,
  pathOfPlace,
  postReply,
  refreshComments,
  updatePost,
  useReplies,
} from "./comment-place.ts";
import { Composer } from "./composer.tsx";
import { toMarkdown } from "./drafts.ts";
import { Post, setResolved } from "./post.tsx";

export interface ThreadProps {
  readonly place: CommentPlace;
  readonly comment: Comment;
  /** Whether its replies are shown. */
  readonly isOpen: boolean;
  /** The id of the reply whose address is open. */
  readonly targetReply?: string | null;
  readonly isUnread: boolean;
  /** Whether the text that it is about is not there any more. */
  readonly isOutdated: boolean;
  readonly mayResolve: boolean;
  readonly onOpen: () => void;
  /** Shows the words in the text, if they are there. */
  readonly onReveal?: (() => void) | undefined;
  /** Writes the proposed words into the text. False if it has changed. */
  readonly onTake?: (() => Promise<boolean>) | undefined;
}

/** A comment with the replies to it. */
export function Thread(props: ThreadProps) {
  const { place, comment, isOpen, isUnread, isOutdated, mayResolve, onOpen, onReveal } = props;
  const texts = words.comments;
  const { replies, status, resolvedBy, permissions } = comment;
  const isResolved = status === "resolved";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button that shows the replies does the same.
    // biome-ignore lint/a11y/useSemanticElements: it is no set of fields.
    <div
      role="group"
      id={`comment-${comment.id}`}
      class="thread"
      aria-label={texts.thread(comment.postedBy.displayName)}
      data-open={isOpen || undefined}
      data-resolved={isResolved || undefined}
      onClick={() => !isOpen && onOpen()}
    >
      <ThreadTarget comment={comment} isOutdated={isOutdated} onReveal={onReveal} />
      <Post
        place={place}
        comment={comment}
        isUnread={isUnread}
        mayResolve={mayResolve}
        isTarget={isOpen && !props.targetReply}
      />
      <Suggestion {...props} />
      {isOpen && replies > 0 && (
        <Replies place={place} comment={comment} targetReply={props.targetReply ?? undefined} />
      )}
      {!isOpen && replies > 0 && (
        <button type="button" class="thread-replies" aria-expanded={false} onClick={onOpen}>
          <Icon of={faArrowTurnDown} />
          {texts.showReplies(replies)}
        </button>
      )}
      {isResolved && (
        <p class="hint thread-resolved">
          <Icon of={faCheck} /> {texts.resolvedBy(resolvedBy?.displayName ?? texts.someone)}
        </p>
      )}
      {isOpen && permissions.reply && (
        <div class="thread-answer">
          <Composer
            key={comment.id}
            name={`${pathOfPlace(place)}/comments/${comment.id}`}
            label={texts.replyLabel}
            placeholder={texts.replyPlaceholder}
            action={texts.postReply}
            isCompact
            onSubmit={async (draft) => {
              await postReply(place, comment.id, toMarkdown(draft));
              refreshComments(place);
            }}
          />
          {mayResolve && (
            <IconButton
              icon={isResolved ? faRotateLeft : faCheck}
              label={isResolved ? texts.reopen : texts.resolve}
              onClick={() => setResolved(place, comment, !isResolved)}
            />
          )}
        </div>
      )}
      {!isOpen && replies === 0 && permissions.reply && (
        <button type="button" class="thread-replies" aria-expanded={false} onClick={onOpen}>
          {texts.postReply}
        </button>
      )}
    </div>
  );
}

/** What a comment is about. */
function ThreadTarget({
  comment: { target },
  isOutdated,
  onReveal,
}: Pick<ThreadProps, "comment" | "isOutdated" | "onReveal">) {
  const texts = words.comments;
  const { quote, node, page } = target;
  if (node === undefined) return null;
  const text = quote?.text ?? node.preview ?? texts.onBlock;
  return (
    <p class="thread-target">
      {onReveal && page ? (
        <button type="button" class="thread-quote" title={texts.showInText} onClick={onReveal}>
          <q>{text}</q>
        </button>
      ) : (
        <q class="thread-quote">{text}</q>
      )}
      {isOutdated && (
        <span title={texts.outdatedHint}>
          <Badge kind="warning">{texts.outdated}</Badge>
        </span>
      )}
    </p>
  );
}

function Replies({
  place,
  comment,
  targetReply,
}: Pick<ThreadProps, "place" | "comment"> & { readonly targetReply: string | undefined }) {
  const { data = [] } = useReplies(place, comment.id);
  return (
    <div class="replies">
      {data.map((reply) => (
        <Post
          key={reply.id}
          place={place}
          comment={comment}
          reply={reply}
          isUnread={reply.unread}
          isTarget={reply.id === targetReply}
        />
      ))}
    </div>
  );
}

/** The words that a comment proposes. Who may edit takes them with one click, which resolves the comment. */
function Suggestion({ place, comment, onTake }: ThreadProps) {
  const texts = words.comments;
  const { suggestion, target } = comment;
  if (suggestion === undefined) return null;
  const { text, takenAt, takenBy } = suggestion;
  const take = async () => {
    if (!(await onTake?.())) throw new ApiError(409, texts.takeRefused);
    const body = { suggestionTaken: true, resolved: true } as const;
    const done = await attempt(() => updatePost(place, { comment: comment.id }, body));
    if (done) showDone(texts.takenDone);
    refreshComments(place);
  };
  return (
    <div class="suggestion">
      <del>{target.quote?.text}</del>
      {text === "" ? <span class="hint">{texts.deleteWords}</span> : <ins>{text}</ins>}
      {takenAt !== undefined && (
        <p class="hint">
          <Icon of={faCheck} /> {texts.taken(takenBy?.displayName ?? texts.someone)}
        </p>
      )}
      {takenAt === undefined && onTake && <Button onClick={take}>{texts.take}</Button>}
    </div>
  );
}
