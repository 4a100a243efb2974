import { faClockRotateLeft, faCodePullRequest } from "@fortawesome/free-solid-svg-icons";
import type { PageHtml } from "../../data/api-types.ts";
import { formatDate } from "../../data/format.ts";
import { useQuery } from "../../data/queries.ts";
import { urlOf } from "../../navigation/router.ts";
import { Icon } from "../../parts/icon.tsx";
import { Avatar, Badge, Time } from "../../parts/small.tsx";
import { Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import type { ContentPlace } from "./content-place.ts";

interface BannerProps {
  readonly place: ContentPlace;
  readonly pageId: string | undefined;
  readonly page: PageHtml | undefined;
}

/** Says which content is shown if it is not the primary content, and leads back to that. */
export function ContentBanner({ place, pageId, page }: BannerProps) {
  if (place.revision !== undefined) return <RevisionBanner place={place} pageId={pageId} page={page} />;
  if (place.changeRequest === undefined) return null;
  return <ChangeRequestBanner space={place.space} changeRequest={place.changeRequest} />;
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

function ChangeRequestBanner({
  space,
  changeRequest,
}: {
  readonly space: string;
  readonly changeRequest: string;
}) {
  const texts = words.reading.changeRequest;
  const query = useQuery("GET /spaces/:spaceId/change-requests/:changeRequestId", {
    spaceId: space,
    changeRequestId: changeRequest,
  });
  return (
    <Loaded query={query}>
      {({ number, subject, status, outdated, createdBy, createdAt }) => (
        <section class="content-banner" aria-label={texts.label}>
          <Icon of={faCodePullRequest} />
          <div class="content-banner-main">
            <h2>
              <span class="muted">#{number}</span> {subject === "" ? texts.untitled : subject}
            </h2>
            <p class="content-banner-note">
              <Badge kind={kinds[status]}>{texts.states[status]}</Badge>
              {outdated && status !== "merged" && <Badge kind="warning">{texts.outdated}</Badge>}
              <Avatar name={createdBy.displayName} url={createdBy.photoURL} size={20} />
              <span class="muted">
                {createdBy.displayName} · <Time at={createdAt} />
              </span>
            </p>
          </div>
          <a class="button button-plain" href={urlOf(`/spaces/${space}`)}>
            {texts.leave}
          </a>
        </section>
      )}
    </Loaded>
  );
}
