import { changedItems } from "../../../changes/changed-items.ts";
import { ChangeBadges } from "../../../changes/changed-thing.tsx";
import { useChangedThings } from "../../../changes/comparison.ts";
import { Discussion } from "../../../comments/discussion.tsx";
import { ReviewBox } from "../../../comments/review-box.tsx";
import type { ChangeRequest } from "../../../data/api-types.ts";
import { useList } from "../../../data/queries.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Avatar } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { type ChangeRequestPath, ChangeRequestScreen } from "../change-request-screen.tsx";
import { Description } from "./description.tsx";
import { MergeBox } from "./merge-box.tsx";
import { PreviewBox } from "./preview-box.tsx";
import { SubscriptionChoice } from "./subscription-choice.tsx";

const texts = words.changeRequests;

/** What a change request is about, what it changes, who reviews it, and what is missing to merge it. */
export function Screen({ space: spaceId, changeRequest: id }: ChangeRequestPath) {
  return (
    <ChangeRequestScreen space={spaceId} changeRequest={id}>
      {(changeRequest, space) => (
        <div class="request-overview">
          <div class="request-main">
            <Description key={changeRequest.id} changeRequest={changeRequest} space={space} />
            <ChangedSummary changeRequest={changeRequest} />
            <MergeBox changeRequest={changeRequest} space={space} />
            <Discussion
              place={{ space: spaceId, changeRequest: id }}
              mayComment={space.permissions.comment}
              mayResolve={space.permissions.edit}
              hasHeading
            />
          </div>
          <aside class="request-side" aria-label={words.comments.review.title}>
            <ReviewBox space={space} changeRequest={changeRequest} />
            <PreviewBox changeRequest={changeRequest} space={space} />
            <Contributors changeRequest={changeRequest} />
            <SubscriptionChoice changeRequest={changeRequest} />
          </aside>
        </div>
      )}
    </ChangeRequestScreen>
  );
}

/** The number of changes on the overview. */
const maxSummary = 8;

function ChangedSummary({ changeRequest: { space, id } }: { readonly changeRequest: ChangeRequest }) {
  const list = useChangedThings({ space, changeRequest: id }, 100);
  const path = `/spaces/${space}/change-requests/${id}/changes`;
  return (
    <section class="section" aria-labelledby="request-changes">
      <h2 id="request-changes">{texts.tabs.changes}</h2>
      <Loaded query={list}>
        {({ changes, more = 0 }) => {
          const items = changedItems(changes, words.changes.things.variables);
          if (items.length === 0) return <p class="hint">{texts.missing.empty}</p>;
          const left = items.length - maxSummary + more;
          return (
            <>
              <ul class="panel rows">
                {items.slice(0, maxSummary).map(({ key, title, thing, kinds }) => (
                  <li key={key}>
                    <div class="row-main">
                      <a class="row-title" href={urlOf(`${path}#${key}`)}>
                        {title}
                      </a>
                      <span class="row-note">{words.changes.things[thing]}</span>
                    </div>
                    <ChangeBadges kinds={kinds} />
                  </li>
                ))}
              </ul>
              {left > 0 && (
                <p class="request-more">
                  <a href={urlOf(path)}>{texts.all(left)}</a>
                </p>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function Contributors({ changeRequest: { space, id } }: { readonly changeRequest: ChangeRequest }) {
  const list = useList(
    "GET /spaces/:spaceId/change-requests/:changeRequestId/contributors",
    { spaceId: space, changeRequestId: id },
    { limit: 50 },
  );
  if (list.data === undefined || list.data.length === 0) return null;
  return (
    <section class="panel-section" aria-label={texts.contributors}>
      <h2>{texts.contributors}</h2>
      <ul class="writers">
        {list.data.map(({ user, count }) => (
          <li key={user.id}>
            <Avatar name={user.displayName} url={user.photoURL} />
            <span class="row-title">{user.displayName}</span>
            {count > 0 && <span class="hint">{words.reading.history.edits(count)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
