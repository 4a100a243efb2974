import { faPen, faTrash } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import type { PendingComment } from "../data/api-types.ts";
import { attempt } from "../data/toasts.ts";
import { urlOf } from "../navigation/router.ts";
import { IconButton } from "../parts/button.tsx";
import { Badge } from "../parts/small.tsx";
import { words } from "../words/index.ts";
import { CommentBody } from "./body.tsx";
import { type CommentPlace, pathOfPlace } from "./comment-place.ts";
import { Composer } from "./composer.tsx";
import { type DraftText, fromMarkdown, toMarkdown } from "./drafts.ts";
import { deletePending, editPending, readPendingMarkdown } from "./pending.ts";

const texts = words.comments;

/** A comment that only its author sees, until it is sent with a review. */
export function PendingCard({
  place,
  comment,
  hasPage = false,
  onReveal,
}: {
  readonly place: CommentPlace;
  readonly comment: PendingComment;
  /** Whether the page that it is on is named. */
  readonly hasPage?: boolean;
  /** Shows the words in the text, if they are there. */
  readonly onReveal?: (() => void) | undefined;
}) {
  const { id, target, body, suggestion } = comment;
  const [edited, setEdited] = useState<DraftText>();
  const quote = target.quote?.text ?? target.node?.preview;
  const edit = async () => {
    const markdown = await attempt(() => readPendingMarkdown(place, id));
    if (markdown) setEdited(fromMarkdown(markdown.result));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no set of fields.
    <div role="group" class="thread is-pending" id={`comment-${id}`} aria-label={texts.pending.label}>
      <div class="pending-head">
        <Badge kind="info">{texts.pending.badge}</Badge>
        <span class="spacer" />
        <IconButton icon={faPen} label={texts.pending.edit} onClick={edit} />
        <IconButton
          icon={faTrash}
          label={texts.pending.delete}
          onClick={() => deletePending(place, comment)}
        />
      </div>
      {hasPage && target.page && (
        <p class="hint">
          <a href={urlOf(`${pathOfPlace(place)}/pages/${target.page.id}?panel=comments`)}>
            {texts.onPageNamed(target.page.title)}
          </a>
        </p>
      )}
      {target.node && (
        <p class="thread-target">
          {onReveal ? (
            <button type="button" class="thread-quote" title={texts.showInText} onClick={onReveal}>
              <q>{quote ?? texts.onBlock}</q>
            </button>
          ) : (
            <q class="thread-quote">{quote ?? texts.onBlock}</q>
          )}
        </p>
      )}
      {edited === undefined ? (
        <CommentBody document={body.document} />
      ) : (
        <Composer
          name={`${pathOfPlace(place)}/pending-comments/${id}`}
          label={texts.editLabel}
          placeholder={texts.placeholder}
          action={texts.save}
          initial={edited}
          autoFocus
          onCancel={() => setEdited(undefined)}
          onSubmit={async (draft) => {
            await editPending(place, id, toMarkdown(draft));
            setEdited(undefined);
          }}
        />
      )}
      {suggestion && (
        <p class="hint">
          {texts.suggestLabel}: <ins>{suggestion.text}</ins>
        </p>
      )}
    </div>
  );
}
