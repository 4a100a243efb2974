import {
  faCircleCheck,
  faCircleExclamation,
  faClock,
  faComment,
  faPenToSquare,
  faRotate,
  faTriangleExclamation,
} from "@fortawesome/free-solid-svg-icons";
import { useChangedThings } from "../../../changes/comparison.ts";
import type { ChangeRequest, Review, Space } from "../../../data/api-types.ts";
import { useConflictCount } from "../../../data/conflicts.ts";
import { useList, useQuery } from "../../../data/queries.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { words } from "../../../words/index.ts";
import { setStatus, update } from "../actions.ts";
import { Condition } from "./condition.tsx";
import { MergeButtons } from "./merge-buttons.tsx";
import { MissingRules } from "./missing-rules.tsx";
import { Merged, RevertButton, Reverts } from "./revert.tsx";
import { ScheduledMerge } from "./scheduled-merge.tsx";

const texts = words.changeRequests;
const conflictTexts = words.conflicts;

interface BoxProps {
  readonly changeRequest: ChangeRequest;
  readonly space: Space;
}

/** What is missing to merge a change request, and the actions that lead there. */
export function MergeBox({ changeRequest, space }: BoxProps) {
  const { status } = changeRequest;
  return (
    <section class="panel merge-box" aria-labelledby="request-merging">
      <h2 id="request-merging">{texts.merging}</h2>
      <ul class="merge-conditions">
        <Reverts changeRequest={changeRequest} />
        {status === "merged" ? (
          <Merged changeRequest={changeRequest} />
        ) : status === "archived" ? (
          <Condition kind="warning" icon={faCircleExclamation}>
            {texts.missing.archived}
          </Condition>
        ) : (
          <Conditions changeRequest={changeRequest} space={space} />
        )}
      </ul>
      <Actions changeRequest={changeRequest} space={space} />
    </section>
  );
}

function Conditions({ changeRequest, space }: BoxProps) {
  const { space: spaceId, id, status, outdated, comments } = changeRequest;
  const changes = useChangedThings({ space: spaceId, changeRequest: id }, 100);
  const isEmpty = changes.data?.changes.length === 0;
  return (
    <>
      {status === "draft" && (
        <Condition kind="warning" icon={faPenToSquare}>
          {texts.missing.draft}
        </Condition>
      )}
      {isEmpty && (
        <Condition kind="warning" icon={faCircleExclamation}>
          {texts.missing.empty}
        </Condition>
      )}
      {outdated ? (
        <Outdated changeRequest={changeRequest} space={space} />
      ) : (
        <Condition kind="success" icon={faCircleCheck}>
          {texts.missing.upToDate}
        </Condition>
      )}
      <Conflicts changeRequest={changeRequest} />
      <Reviews changeRequest={changeRequest} />
      <MissingRules changeRequest={changeRequest} space={space} />
      <ScheduledMerge changeRequest={changeRequest} space={space} />
      {comments > 0 && (
        <Condition kind="plain" icon={faComment}>
          {texts.missing.comments(comments)}
        </Condition>
      )}
      {!space.permissions.merge && (
        <Condition kind="warning" icon={faCircleExclamation}>
          {texts.missing.permission}
        </Condition>
      )}
    </>
  );
}

/** How far a change request is behind the primary content, and whether an update would have conflicts. */
function Outdated({ changeRequest, space }: BoxProps) {
  const params = { spaceId: space.id, changeRequestId: changeRequest.id };
  const { data } = useQuery("GET /spaces/:spaceId/change-requests/:changeRequestId/update", params);
  if (data === undefined) return null;
  const { revision, since, revisions, pages, others, conflicts } = data;
  const things = [
    ...(pages > 0 ? [conflictTexts.pagesChanged(pages)] : []),
    ...(others > 0 ? [conflictTexts.othersChanged(others)] : []),
  ];
  return (
    <Condition kind="warning" icon={faRotate}>
      {conflictTexts.behind(conflictTexts.revisions(revisions), texts.people(things))}{" "}
      <a href={urlOf(`/spaces/${space.id}/revisions/${revision}/changes?since=${since}`)}>{texts.incoming}</a>{" "}
      {conflicts > 0 ? conflictTexts.expected(conflicts) : conflictTexts.unexpected}
    </Condition>
  );
}

/** The conflicts that must be settled before merging. */
function Conflicts({ changeRequest }: { readonly changeRequest: ChangeRequest }) {
  const count = useConflictCount(changeRequest)?.count ?? 0;
  if (count === 0) return null;
  return (
    <Condition kind="danger" icon={faTriangleExclamation}>
      {conflictTexts.missing(count)}{" "}
      <a href={urlOf(`/spaces/${changeRequest.space}/change-requests/${changeRequest.id}/conflicts`)}>
        {conflictTexts.settle}
      </a>
    </Condition>
  );
}

/** Who has approved, who asks for changes, and who is waited for. */
function Reviews({ changeRequest }: Pick<BoxProps, "changeRequest">) {
  const { space, id, reviewers: states = [] } = changeRequest;
  const params = { spaceId: space, changeRequestId: id };
  const route = "GET /spaces/:spaceId/change-requests/:changeRequestId";
  const reviews = useList(`${route}/reviews`, params, { limit: 100, format: "document" }, { all: true });
  const requested = useList(`${route}/requested-reviewers`, params, { limit: 1000 }, { all: true });
  const current = (reviews.data ?? []).filter(({ outdated, status }) => !outdated && status !== "commented");
  const changedSince = new Set(states.filter(({ outdated }) => outdated).map(({ user }) => user.id));
  const namesOf = (verdict: Review["status"]) =>
    current
      .filter(({ status, reviewer }) => status === verdict && !changedSince.has(reviewer.id))
      .map(({ reviewer }) => reviewer.displayName);
  const reviewers = new Set(current.map(({ reviewer }) => reviewer.id));
  const waiting = (requested.data ?? []).filter(({ user }) => !reviewers.has(user.id));
  const [approvers, critics] = [namesOf("approved"), namesOf("changes-requested")];
  if (reviews.data === undefined) return null;
  return (
    <>
      {critics.length > 0 && (
        <Condition kind="danger" icon={faCircleExclamation}>
          {texts.missing.requested(texts.people(critics))}
        </Condition>
      )}
      {waiting.length > 0 && (
        <Condition kind="warning" icon={faClock}>
          {texts.missing.waiting(texts.people(waiting.map(({ user }) => user.displayName)))}
        </Condition>
      )}
      {approvers.length > 0 ? (
        <Condition kind="success" icon={faCircleCheck}>
          {texts.missing.approved(texts.people(approvers))}
        </Condition>
      ) : (
        critics.length + waiting.length + changedSince.size === 0 && (
          <Condition kind="plain" icon={faClock}>
            {texts.missing.unreviewed}
          </Condition>
        )
      )}
    </>
  );
}

function Actions({ changeRequest, space }: BoxProps) {
  const { status, outdated } = changeRequest;
  const { edit, merge: mayMerge } = space.permissions;
  if (status === "merged") return <RevertButton changeRequest={changeRequest} space={space} />;
  return (
    <div class="form-actions">
      {status === "archived" && edit && (
        <Button kind="primary" onClick={() => setStatus(space, changeRequest, "open", texts.done.reopened)}>
          {texts.reopen}
        </Button>
      )}
      {status === "draft" && edit && (
        <Button kind="primary" onClick={() => setStatus(space, changeRequest, "open", texts.done.open)}>
          {texts.ready}
        </Button>
      )}
      {status === "open" && mayMerge && <MergeButtons changeRequest={changeRequest} space={space} />}
      {outdated && edit && status !== "archived" && (
        <Button icon={faRotate} onClick={() => update(space, changeRequest)}>
          {texts.update}
        </Button>
      )}
    </div>
  );
}
