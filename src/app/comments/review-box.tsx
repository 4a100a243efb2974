import { faClock, faEllipsis, faUserPlus } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../data/api.ts";
import type { ChangeRequest, RequestedReviewer, Review, Space, User } from "../data/api-types.ts";
import { refresh, useList } from "../data/queries.ts";
import { useMe } from "../data/session.ts";
import { attempt, showDone } from "../data/toasts.ts";
import { urlOf } from "../navigation/router.ts";
import { Button } from "../parts/button.tsx";
import { FormDialog, openDialog } from "../parts/dialog.tsx";
import { FormError } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { Menu } from "../parts/menu.tsx";
import { type Grantee, PersonPicker } from "../parts/person-picker.tsx";
import { Avatar, Badge, Time } from "../parts/small.tsx";
import { Loaded } from "../parts/states.tsx";
import { words } from "../words/index.ts";
import { CommentBody } from "./body.tsx";
import { pathOfComment } from "./comment-place.ts";
import { emptyDraft, keepDraft, readDraft } from "./drafts.ts";
import { usePendingComments } from "./pending.ts";
import { PendingCard } from "./pending-card.tsx";

interface ReviewBoxProps {
  readonly space: Space;
  readonly changeRequest: ChangeRequest;
}

type Status = Review["status"];

const texts = words.comments.review;
const kinds = { approved: "success", "changes-requested": "danger", commented: "plain" } as const;

function isEditable({ status }: ChangeRequest): boolean {
  return status === "draft" || status === "open";
}

function pathOf({ space, id }: ChangeRequest): string {
  return `/spaces/${space}/change-requests/${id}`;
}

function paramsOf({ space, id }: ChangeRequest) {
  return { spaceId: space, changeRequestId: id };
}

function refreshReviews(changeRequest: ChangeRequest): void {
  refresh(pathOf(changeRequest));
}

/** The reviews of a change request, who is asked for one, and the caller's own review. */
export function ReviewBox({ space, changeRequest }: ReviewBoxProps) {
  const params = paramsOf(changeRequest);
  const path = "GET /spaces/:spaceId/change-requests/:changeRequestId";
  const reviews = useList(`${path}/reviews`, params, { limit: 100, format: "document" }, { all: true });
  const requested = useList(`${path}/requested-reviewers`, params, { limit: 1000 }, { all: true });
  const mayEdit = space.permissions.edit && isEditable(changeRequest);
  const mayReview = space.permissions.review && isEditable(changeRequest);
  return (
    <section class="review-box" aria-label={texts.title}>
      <header class="review-box-head">
        <h2>{texts.title}</h2>
        {mayEdit && (
          <Button
            kind="quiet"
            icon={faUserPlus}
            onClick={() => askForReviews(space, changeRequest, requested.data ?? [])}
          >
            {texts.ask}
          </Button>
        )}
      </header>
      <Loaded query={reviews}>
        {(data) => (
          <ReviewList
            changeRequest={changeRequest}
            reviews={data}
            requested={requested.data ?? []}
            mayEdit={mayEdit}
          />
        )}
      </Loaded>
      {mayReview && <ReviewForm key={changeRequest.id} changeRequest={changeRequest} />}
    </section>
  );
}

interface ReviewListProps {
  readonly changeRequest: ChangeRequest;
  /** The latest first. */
  readonly reviews: readonly Review[];
  readonly requested: readonly RequestedReviewer[];
  readonly mayEdit: boolean;
}

/** A person with their latest review and the request for one, whichever exist. */
interface Reviewer {
  readonly user: User;
  readonly latest?: Review | undefined;
  readonly earlier: readonly Review[];
  readonly request?: RequestedReviewer | undefined;
}

/** The people who have reviewed or are asked to. Those who are waited for come first. */
function reviewersOf(reviews: readonly Review[], requested: readonly RequestedReviewer[]): Reviewer[] {
  const byUser = Map.groupBy(reviews, ({ reviewer }) => reviewer.id);
  const users = new Map([
    ...requested.map(({ user }) => [user.id, user] as const),
    ...reviews.map(({ reviewer }) => [reviewer.id, reviewer] as const),
  ]);
  const people = Array.from(users.values(), (user) => {
    const all = byUser.get(user.id) ?? [];
    // What was only commented is no verdict.
    const latest = all.find(({ status }) => status !== "commented") ?? all[0];
    const earlier = all.filter((review) => review !== latest);
    return { user, latest, earlier, request: requested.find((request) => request.user.id === user.id) };
  });
  return people.toSorted((a, b) => Number(isWaiting(b)) - Number(isWaiting(a)));
}

/** Whether a review was asked for after the latest one. */
function isWaiting({ latest, request }: Reviewer): boolean {
  if (request === undefined) return false;
  return latest === undefined || latest.status === "commented" || latest.createdAt < request.createdAt;
}

function ReviewList({ changeRequest, reviews, requested, mayEdit }: ReviewListProps) {
  const people = reviewersOf(reviews, requested);
  if (people.length === 0) return <p class="hint">{texts.none}</p>;
  return (
    <ul class="reviewers">
      {people.map((reviewer) => (
        <li key={reviewer.user.id}>
          <ReviewerRow changeRequest={changeRequest} reviewer={reviewer} mayEdit={mayEdit} />
        </li>
      ))}
    </ul>
  );
}

function ReviewerRow({
  changeRequest,
  reviewer,
  mayEdit,
}: {
  readonly changeRequest: ChangeRequest;
  readonly reviewer: Reviewer;
  readonly mayEdit: boolean;
}) {
  const { user, latest, earlier, request } = reviewer;
  const waits = isWaiting(reviewer);
  const isOld =
    changeRequest.reviewers?.some((state) => state.user.id === user.id && state.outdated) ?? false;
  const items = [
    ...(latest && !waits
      ? [
          {
            label: texts.askAgain,
            onSelect: () => requestReviews(changeRequest, [user.id], texts.askedAgain(user.displayName)),
          },
        ]
      : []),
    ...(request ? [{ label: texts.withdraw, onSelect: () => withdraw(changeRequest, user.id) }] : []),
  ];
  return (
    <article class="reviewer" aria-label={texts.actions(user.displayName)}>
      <div class="reviewer-head">
        <Avatar name={user.displayName} url={user.photoURL} />
        <span class="row-main">
          <span class="row-title">{user.displayName}</span>
          <span class="row-note">
            {latest && !waits ? (
              <Time at={latest.createdAt} />
            ) : (
              texts.askedBy(request?.requestedBy.displayName ?? "")
            )}
          </span>
        </span>
        {mayEdit && items.length > 0 && (
          <Menu label={texts.actions(user.displayName)} items={items}>
            <Icon of={faEllipsis} />
          </Menu>
        )}
      </div>
      <div class="reviewer-state">
        {waits ? (
          <Badge>
            <Icon of={faClock} /> {texts.states.waiting}
          </Badge>
        ) : (
          latest && <Badge kind={isOld ? "plain" : kinds[latest.status]}>{texts.states[latest.status]}</Badge>
        )}
        {isOld && !waits && <Badge kind="warning">{texts.outdated}</Badge>}
      </div>
      {latest?.comment && <CommentBody document={latest.comment.body.document} />}
      {latest && latest.comments > 0 && <ReviewComments changeRequest={changeRequest} review={latest} />}
      {(earlier.length > 0 || (waits && latest)) && (
        <EarlierReviews reviews={waits && latest ? [latest, ...earlier] : earlier} />
      )}
    </article>
  );
}

/** The comments that were sent with a review, when they are asked for. */
function ReviewComments({
  changeRequest,
  review,
}: {
  readonly changeRequest: ChangeRequest;
  readonly review: Review;
}) {
  const [isOpen, setOpen] = useState(false);
  const place = { space: changeRequest.space, changeRequest: changeRequest.id };
  const list = useList(
    "GET /spaces/:spaceId/change-requests/:changeRequestId/comments",
    isOpen ? paramsOf(changeRequest) : undefined,
    { review: review.id, limit: 100, order: "asc", format: "document" },
    { all: true },
  );
  return (
    <details class="earlier-reviews" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.comments(review.comments)}</summary>
      <ul>
        {(list.data ?? []).map((comment) => (
          <li key={comment.id}>
            <a class="hint" href={urlOf(pathOfComment(place, comment))}>
              {comment.target.quote?.text ?? comment.target.page?.title ?? words.comments.onAll}
            </a>
            <CommentBody document={comment.body.document} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function EarlierReviews({ reviews }: { readonly reviews: readonly Review[] }) {
  return (
    <details class="earlier-reviews">
      <summary>{texts.earlier(reviews.length)}</summary>
      <ul>
        {reviews.map(({ id, status, createdAt, comment }) => (
          <li key={id}>
            <span class="hint">
              {texts.states[status]} · <Time at={createdAt} />
            </span>
            {comment && <CommentBody document={comment.body.document} />}
          </li>
        ))}
      </ul>
    </details>
  );
}

async function requestReviews(changeRequest: ChangeRequest, users: string[], done: string): Promise<void> {
  const path = "POST /spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers";
  await call(path, paramsOf(changeRequest), { body: { users } });
  refreshReviews(changeRequest);
  showDone(done);
}

async function withdraw(changeRequest: ChangeRequest, userId: string): Promise<void> {
  const path = "DELETE /spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers/:userId";
  await attempt(() => call(path, { ...paramsOf(changeRequest), userId }), texts.withdrawn);
  refreshReviews(changeRequest);
}

function askForReviews(
  space: Space,
  changeRequest: ChangeRequest,
  requested: readonly RequestedReviewer[],
): void {
  openDialog((close) => (
    <AskDialog
      space={space}
      changeRequest={changeRequest}
      without={new Set(requested.map(({ user }) => user.id))}
      onClose={close}
    />
  ));
}

function AskDialog({
  space,
  changeRequest,
  without,
  onClose,
}: ReviewBoxProps & { readonly without: ReadonlySet<string>; readonly onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly Grantee[]>([]);
  const ids = chosen.map(({ id }) => id);
  return (
    <FormDialog
      title={texts.askTitle}
      action={texts.askAction}
      isDisabled={ids.length === 0}
      onClose={onClose}
      onSubmit={() => requestReviews(changeRequest, ids, texts.asked)}
    >
      <PersonPicker
        label={texts.askLabel}
        organizationId={space.organization}
        chosen={chosen}
        onChange={setChosen}
        without={without}
      />
    </FormDialog>
  );
}

/** The caller's review. What is typed stays in the browser until it is sent. */
function ReviewForm({ changeRequest }: Pick<ReviewBoxProps, "changeRequest">) {
  const name = `${pathOf(changeRequest)}/review`;
  const [text, setText] = useState(() => readDraft(name).text);
  const [error, setError] = useState<unknown>();
  const me = useMe();
  const place = { space: changeRequest.space, changeRequest: changeRequest.id };
  const pending = usePendingComments(place).data ?? [];
  const isBlank = text.trim() === "";
  const isEmpty = isBlank && pending.length === 0;
  const change = (value: string) => {
    setText(value);
    keepDraft(name, { ...emptyDraft, text: value });
  };
  const submit = async (status: Status) => {
    const comment = isBlank ? {} : { comment: { markdown: text } };
    setError(undefined);
    try {
      const path = "POST /spaces/:spaceId/change-requests/:changeRequestId/reviews";
      await call(path, paramsOf(changeRequest), { body: { status, ...comment, pendingComments: true } });
    } catch (failure) {
      setError(failure);
      return;
    }
    change("");
    showDone(texts.submitted[status]);
    refreshReviews(changeRequest);
  };
  return (
    <div class="review-form">
      <div class="reviewer-head">
        <Avatar name={me?.displayName ?? ""} url={me?.photoURL} />
        <textarea
          class="input"
          rows={2}
          aria-label={texts.summary}
          placeholder={texts.placeholder}
          value={text}
          onInput={(event) => change(event.currentTarget.value)}
        />
      </div>
      {pending.length > 0 && (
        <details class="pending-comments" open={pending.length <= 3}>
          <summary>{words.comments.pending.count(pending.length)}</summary>
          {pending.map((comment) => (
            <PendingCard key={comment.id} place={place} comment={comment} hasPage />
          ))}
        </details>
      )}
      <FormError error={error} />
      <div class="composer-actions">
        <Button kind="quiet" disabled={isEmpty} onClick={() => submit("commented")}>
          {texts.commentOnly}
        </Button>
        <Button
          disabled={isEmpty}
          title={isEmpty ? texts.needsSummary : undefined}
          onClick={() => submit("changes-requested")}
        >
          {texts.requestChanges}
        </Button>
        <Button kind="primary" onClick={() => submit("approved")}>
          {texts.approve}
        </Button>
      </div>
    </div>
  );
}
