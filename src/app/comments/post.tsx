import {
  faBell,
  faBellSlash,
  faCheck,
  faEllipsis,
  faFaceSmile,
  faLink,
  faPen,
  faRotateLeft,
  faTrash,
} from "@fortawesome/free-solid-svg-icons";
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../data/api.ts";
import type { Comment, CommentReply } from "../data/api-types.ts";
import { subscribeWithUndo } from "../data/notifications.ts";
import { changeStoredItems } from "../data/queries.ts";
import { useMe } from "../data/session.ts";
import { attempt, showDone, showFailure } from "../data/toasts.ts";
import { setQuery, urlOf } from "../navigation/router.ts";
import { confirm } from "../parts/dialog.tsx";
import { Icon } from "../parts/icon.tsx";
import { Menu, type MenuItem } from "../parts/menu.tsx";
import { Avatar, emojiOf, Time } from "../parts/small.tsx";
import { words } from "../words/index.ts";
import { CommentBody } from "./body.tsx";
import {
  type CommentPlace,
  deletePost,
  type PostRef,
  pathOfComment,
  pathOfPlace,
  readMarkdown,
  refreshComments,
  updatePost,
} from "./comment-place.ts";
import { Composer } from "./composer.tsx";
import { type DraftText, fromMarkdown, toMarkdown } from "./drafts.ts";

interface PostProps {
  readonly place: CommentPlace;
  readonly comment: Comment;
  /** The reply to the comment, if the post is one. */
  readonly reply?: CommentReply;
  /** Whether its address is open. */
  readonly isTarget?: boolean;
  readonly isUnread?: boolean;
  /** Whether the caller may resolve the comment. */
  readonly mayResolve?: boolean;
}

/** One comment or reply with what can be done with it. */
export function Post({ place, comment, reply, isTarget, isUnread, mayResolve }: PostProps) {
  const texts = words.comments;
  const post = reply ?? comment;
  const ref: PostRef = { comment: comment.id, reply: reply?.id };
  const [edited, setEdited] = useState<DraftText>();
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isTarget) element.current?.scrollIntoView({ block: "nearest" });
  }, [isTarget]);
  const { displayName, photoURL } = post.postedBy;
  return (
    <article
      ref={element}
      class="post"
      aria-label={reply ? texts.reply(displayName) : texts.thread(displayName)}
      data-target={isTarget || undefined}
    >
      <header class="post-head">
        <Avatar name={displayName} url={photoURL} />
        <span class="post-author">
          <strong>{displayName}</strong>
          <span class="hint">
            <Time at={post.postedAt} />
            {post.editedAt !== undefined && ` · ${texts.edited}`}
          </span>
        </span>
        {isUnread && <span class="unread-dot" role="img" aria-label={texts.unread} title={texts.unread} />}
        <PostMenu
          items={menuOf(place, comment, reply, mayResolve === true, async () =>
            setEdited(fromMarkdown(await readMarkdown(place, ref))),
          )}
          label={reply ? texts.replyActions : texts.actions}
        />
      </header>
      {edited ? (
        <Composer
          name={`edit/${post.id}`}
          label={texts.editLabel}
          placeholder=""
          action={texts.save}
          initial={edited}
          autoFocus
          onCancel={() => setEdited(undefined)}
          onSubmit={async (draft) => {
            await updatePost(place, ref, { body: { markdown: toMarkdown(draft) } });
            refreshComments(place);
            setEdited(undefined);
          }}
        />
      ) : (
        <CommentBody document={post.body.document} />
      )}
      <Reactions place={place} post={post} target={ref} />
    </article>
  );
}

function PostMenu({ items, label }: { readonly items: readonly MenuItem[]; readonly label: string }) {
  return (
    <Menu label={label} items={items}>
      <Icon of={faEllipsis} />
    </Menu>
  );
}

function menuOf(
  place: CommentPlace,
  comment: Comment,
  reply: CommentReply | undefined,
  mayResolve: boolean,
  onEdit: () => Promise<void>,
): MenuItem[] {
  const texts = words.comments;
  const { permissions } = reply ?? comment;
  const isResolved = comment.status === "resolved";
  return [
    ...(mayResolve && reply === undefined
      ? [
          {
            label: isResolved ? texts.reopen : texts.resolve,
            icon: isResolved ? faRotateLeft : faCheck,
            onSelect: () => setResolved(place, comment, !isResolved),
          },
        ]
      : []),
    { label: texts.copyLink, icon: faLink, onSelect: () => copyLink(place, comment, reply?.id) },
    ...(reply === undefined ? subscriptionItems(place, comment.id) : []),
    ...(permissions.edit ? [{ label: texts.edit, icon: faPen, onSelect: onEdit }] : []),
    ...(permissions.delete
      ? [
          {
            label: texts.delete,
            icon: faTrash,
            isDangerous: true,
            isFirstOfGroup: true,
            onSelect: () => deleteAfterQuestion(place, comment, reply?.id),
          },
        ]
      : []),
  ];
}

function subscriptionItems(place: CommentPlace, thread: string): MenuItem[] {
  const { followThread, muteThread, followed, muted } = words.inbox;
  const choose = (state: "following" | "muted", done: string) => () =>
    subscribeWithUndo({ ...place, thread }, state, done);
  return [
    { label: followThread, icon: faBell, onSelect: choose("following", followed) },
    { label: muteThread, icon: faBellSlash, onSelect: choose("muted", muted) },
  ];
}

/** Resolves or reopens a comment. It is shown before the server has confirmed it. */
export async function setResolved(place: CommentPlace, comment: Comment, resolved: boolean): Promise<void> {
  const undo = changeStoredItems<Comment>(`${pathOfPlace(place)}/comments`, (item) =>
    item.id === comment.id ? { ...item, status: resolved ? "resolved" : "open" } : item,
  );
  const done = await attempt(() => updatePost(place, { comment: comment.id }, { resolved }));
  if (done === undefined) undo();
  else refreshComments(place);
}

async function copyLink(place: CommentPlace, comment: Comment, reply?: string): Promise<void> {
  const url = new URL(urlOf(pathOfComment(place, comment, reply)), location.href).href;
  try {
    await navigator.clipboard.writeText(url);
    showDone(words.comments.linkCopied);
  } catch {
    showFailure(new ApiError(0, words.common.copyFailed));
  }
}

async function deleteAfterQuestion(place: CommentPlace, comment: Comment, reply?: string): Promise<void> {
  const texts = words.comments;
  const isConfirmed = await confirm({
    title: reply === undefined ? texts.deleteTitle : texts.deleteReplyTitle,
    text: reply === undefined ? texts.deleteText : texts.deleteReplyText,
    action: texts.delete,
    isDangerous: true,
  });
  if (!isConfirmed) return;
  const done = await attempt(() => deletePost(place, { comment: comment.id, reply }), texts.deleted);
  if (done && reply === undefined) setQuery({ comment: "", reply: "" });
  refreshComments(place);
}

type ReactionList = Comment["reactions"];

function Reactions({
  place,
  post,
  target,
}: {
  readonly place: CommentPlace;
  readonly post: Comment | CommentReply;
  readonly target: PostRef;
}) {
  const texts = words.comments;
  const me = useMe();
  const mine = (emoji: string) =>
    post.reactions.find((reaction) => emojiOf(reaction.emoji) === emoji)?.users ?? [];
  const toggle = async (emoji: string) => {
    if (me === undefined) return;
    const isMine = mine(emoji).some(({ user }) => user.id === me.id);
    const path = `${pathOfPlace(place)}/comments`;
    const at = target.reply === undefined ? path : `${path}/${target.comment}/replies`;
    const undo = changeStoredItems<Comment | CommentReply>(at, (item) =>
      item.id === post.id ? { ...item, reactions: toggled(item.reactions, emoji, me, isMine) } : item,
    );
    const body = isMine ? { removedReactions: [emoji] } : { addedReactions: [emoji] };
    const done = await attempt(() => updatePost(place, target, body));
    if (done === undefined) undo();
    else refreshComments(place);
  };
  if (post.reactions.length === 0 && !post.permissions.reply) return null;
  return (
    <div class="reactions">
      {post.reactions.map(({ emoji: code, count, users }) => {
        const emoji = emojiOf(code);
        const names = users.map(({ user }) => user.displayName).join(", ");
        return (
          <button
            key={code}
            type="button"
            class="reaction"
            aria-pressed={users.some(({ user }) => user.id === me?.id)}
            aria-label={texts.reaction(emoji, count, names)}
            title={names}
            disabled={!post.permissions.reply}
            onClick={() => toggle(emoji)}
          >
            <span class="emoji">{emoji}</span> {count}
          </button>
        );
      })}
      {post.permissions.reply && (
        <Menu
          label={texts.react}
          buttonClass="icon-button react-button"
          items={Object.entries(texts.emoji).map(([emoji, name]) => ({
            label: `${emoji} ${name}`,
            onSelect: () => toggle(emoji),
          }))}
        >
          <Icon of={faFaceSmile} />
        </Menu>
      )}
    </div>
  );
}

function toggled(
  reactions: ReactionList,
  emoji: string,
  me: Comment["postedBy"],
  isMine: boolean,
): ReactionList {
  const known = reactions.some((reaction) => emojiOf(reaction.emoji) === emoji);
  const all = known ? reactions : [...reactions, { emoji, count: 0, users: [] }];
  return all
    .map((reaction) => {
      if (emojiOf(reaction.emoji) !== emoji) return reaction;
      const others = reaction.users.filter(({ user }) => user.id !== me.id);
      const users = isMine ? others : [...others, { user: me, reactedAt: new Date().toISOString() }];
      return { ...reaction, users, count: users.length };
    })
    .filter(({ count }) => count > 0);
}
