import { faClockRotateLeft, faCodePullRequest } from "@fortawesome/free-solid-svg-icons";
import type { ChangeRequest, PageHtml, Space } from "../../data/api-types.ts";
import { useConflictCount } from "../../data/conflicts.ts";
import { formatDate } from "../../data/format.ts";
import { openRestore } from "../../history/restore.tsx";
import { urlOf } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { ChangeRequestSubject } from "../../parts/change-request-subject.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Avatar, Badge, Time } from "../../parts/small.tsx";
import { Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { type ContentPlace, useChangeRequest } from "./content-place.ts";

interface BannerProps {
  readonly space: Space;
  readonly place: ContentPlace;
  readonly pageId: string | undefined;
  readonly page: PageHtml | undefined;
}

/** Says which content is shown if it is not the primary content, and leads back to that. */
export function ContentBanner({ space, place, pageId, page }: BannerProps) {
  if (place.revision !== undefined)
    return <RevisionBanner space={space} place={place} pageId={pageId} page={page} />;
  if (place.changeRequest === undefined) return null;
  return <ChangeRequestBanner place={place} />;
}

function RevisionBanner({ space, place, pageId, page }: BannerProps) {
  const texts = words.history;
  const revision = page?.revision;
  const inPage = pageId === undefined ? "" : `&page=${pageId}`;
  const { revision: id = "" } = place;
  return (
    <section class="content-banner" aria-label={words.reading.revision.label}>
      <Icon of={faClockRotateLeft} />
      <p>
        <strong>
          {revision ? texts.banner.text(formatDate(revision.createdAt)) : words.reading.revision.text}
        </strong>
        {revision?.createdBy && (
          <span class="muted"> {words.reading.revision.by(revision.createdBy.displayName)}</span>
        )}
      </p>
      <span class="content-banner-actions">
        <a
          class="button button-plain"
          href={urlOf(`/spaces/${place.space}${pageId === undefined ? "" : `/pages/${pageId}`}`)}
        >
          {texts.banner.back}
        </a>
        <a
          class="button button-plain"
          href={urlOf(`/spaces/${place.space}/revisions/now/changes?since=${id}${inPage}`)}
        >
          {texts.withNow}
        </a>
        {space.permissions.edit && revision && page && (
          <Button
            onClick={() =>
              openRestore({
                ...{ space, revision: id, createdAt: revision.createdAt },
                page: { id: page.id, title: page.title },
              })
            }
          >
            {texts.restore.action}
          </Button>
        )}
      </span>
    </section>
  );
}

const kinds = { draft: "plain", open: "success", archived: "plain", merged: "info" } as const;

function ChangeRequestBanner({ place }: { readonly place: ContentPlace }) {
  const texts = words.reading.changeRequest;
  return (
    <Loaded query={useChangeRequest(place)}>
      {(changeRequest) => {
        const { number, subject, status, outdated, createdBy, createdAt } = changeRequest;
        const path = `/spaces/${place.space}/change-requests/${changeRequest.id}`;
        return (
          <section class="content-banner" aria-label={texts.label}>
            <Icon of={faCodePullRequest} />
            <div class="content-banner-main">
              <h2>
                <span class="muted">#{number}</span>{" "}
                {status === "merged" ? (
                  subject || texts.untitled
                ) : (
                  <ChangeRequestSubject changeRequest={changeRequest} />
                )}
              </h2>
              <p class="content-banner-note">
                <Badge kind={kinds[status]}>{texts.states[status]}</Badge>
                {outdated && status !== "merged" && <Badge kind="warning">{texts.outdated}</Badge>}
                <Avatar name={createdBy.displayName} url={createdBy.photoURL} size={20} />
                <span class="muted">
                  {createdBy.displayName} · <Time at={createdAt} />
                </span>
                <a href={urlOf(path)}>{texts.overview}</a>
                <a href={urlOf(`${path}/changes`)}>{words.changeRequests.tabs.changes}</a>
                <ConflictsLink changeRequest={changeRequest} path={path} />
              </p>
            </div>
            <a class="button button-plain" href={urlOf(`/spaces/${place.space}`)}>
              {texts.leave}
            </a>
          </section>
        );
      }}
    </Loaded>
  );
}

function ConflictsLink({
  changeRequest,
  path,
}: {
  readonly changeRequest: ChangeRequest;
  readonly path: string;
}) {
  const open = useConflictCount(changeRequest)?.count ?? 0;
  return open > 0 ? <a href={urlOf(`${path}/conflicts`)}>{words.conflicts.tab(open)}</a> : null;
}
