import { faLock, faRotateLeft } from "@fortawesome/free-solid-svg-icons";
import { call } from "../../../data/api.ts";
import type { ChangeRequest, Space } from "../../../data/api-types.ts";
import { refresh } from "../../../data/queries.ts";
import { attempt } from "../../../data/toasts.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { words } from "../../../words/index.ts";
import { Condition } from "./condition.tsx";

type Missing = NonNullable<ChangeRequest["mergeability"]>["missing"][number];

const texts = words.mergeRules;

interface RulesProps {
  readonly changeRequest: ChangeRequest;
  readonly space: Space;
}

/** The rules of the space that are not met, and who can be asked to review again. */
export function MissingRules({ changeRequest, space }: RulesProps) {
  const missing = changeRequest.mergeability?.missing ?? [];
  return (
    <>
      <OutdatedReviews changeRequest={changeRequest} space={space} />
      {missing.map((rule, index) => (
        <Condition key={rule.rule} kind="danger" icon={faLock}>
          {textOf(rule)}{" "}
          {index === missing.length - 1 && <a href={urlOf(`/spaces/${space.id}/rules`)}>{texts.rules}</a>}
        </Condition>
      ))}
    </>
  );
}

function textOf({ rule, have = 0, needed = 0, users = [] }: Missing): string {
  const names = words.changeRequests.people(users.map(({ displayName }) => displayName));
  switch (rule) {
    case "require_approved_reviews":
    case "require_at_least_one_approved_review":
      return `${texts.missing.approvals(have, needed)}.`;
    case "require_all_reviews_approved":
      return texts.missing.critics(names);
    case "require_specific_reviewers":
      return texts.missing.all(names);
    case "require_one_of_specific_reviewers":
      return texts.missing.one(names);
    case "require_up_to_date_change_request":
      return texts.missing.upToDate;
    case "require_change_request_subject":
      return texts.missing.subject;
    case "require_change_request_description":
      return texts.missing.text;
    case "require_author_to_merge":
      return texts.missing.author;
    case "forbid_author_to_merge":
      return texts.missing.others;
    default:
      return texts.missing.review;
  }
}

/** The reviewers who have seen an earlier version, with a button that asks them again. */
function OutdatedReviews({ changeRequest, space }: RulesProps) {
  const outdated = (changeRequest.reviewers ?? []).filter(
    ({ user, status, outdated: isOutdated }) =>
      isOutdated && status !== "pending" && user.id !== changeRequest.createdBy.id,
  );
  if (outdated.length === 0) return null;
  const askAgain = async () => {
    const path = "POST /spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers";
    const params = { spaceId: space.id, changeRequestId: changeRequest.id };
    const users = outdated.map(({ user }) => user.id);
    await attempt(() => call(path, params, { body: { users } }), texts.reviewers.asked);
    refresh(`/spaces/${space.id}/change-requests/${changeRequest.id}`);
  };
  const names = words.changeRequests.people(outdated.map(({ user }) => user.displayName));
  return (
    <Condition
      kind="warning"
      icon={faRotateLeft}
      actions={space.permissions.edit && <Button onClick={askAgain}>{texts.reviewers.again}</Button>}
    >
      {texts.reviewers.outdated(names)}
    </Condition>
  );
}
