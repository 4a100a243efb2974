import { faClockRotateLeft, faCodePullRequest } from "@fortawesome/free-solid-svg-icons";
import type { PageHtml } from "../../data/api-types.ts";
import { formatDate } from "../../data/format.ts";
import { urlOf } from "../../navigation/router.ts";
import { ChangeRequestSubject } from "../../parts/change-request-subject.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Avatar, Badge, Time } from "../../parts/small.tsx";
import { Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { type ContentPlace, useChangeRequest } from "./content-place.ts";

interface BannerProps {
  readonly place: ContentPlace;
  readonly pageId: string | undefined;
  readonly page: PageHtml | undefined;
}

/** Says which content is shown if it is not the primary content, and leads back to that. */
export function ContentBanner({ place, pageId, page }: BannerProps) {
  if (place.revision !== undefined) return <RevisionBanner place={place} pageId={pageId} page={page} />;
  if (place.changeRequest === undefined) return null;
  return <ChangeRequestBanner place={place} />;
}

function RevisionBanner({ place, pageId, page }: BannerProps) {
  const texts = words.reading.revision;
  const revision = page?.revision;
  const current = pageId === undefined ? `/spaces/${place.space}` : `/spaces/${place.space}/pages/${pageId}`;
  return (
    <section class="content-banner" aria-label={texts.label}>
      <Icon of={faClockRotateLeft} />
      <p>
        <strong>{texts.text}</strong>
        {revision && (
          <span class="muted">
            {" "}
            <time dateTime={revision.createdAt}>{formatDate(revision.createdAt)}</time>
            {revision.createdBy && ` ${texts.by(revision.createdBy.displayName)}`}
          </span>
        )}
      </p>
      <a class="button button-plain" href={urlOf(current)}>
        {pageId === undefined ? texts.currentSpace : texts.current}
      </a>
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
