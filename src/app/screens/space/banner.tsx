import { faClockRotateLeft, faCodePullRequest } from "@fortawesome/free-solid-svg-icons";
import { call } from "../../data/api.ts";
import type { ChangeRequest, PageHtml } from "../../data/api-types.ts";
import { formatDate } from "../../data/format.ts";
import { changeStored, refresh } from "../../data/queries.ts";
import { attempt } from "../../data/toasts.ts";
import { urlOf } from "../../navigation/router.ts";
import { Icon } from "../../parts/icon.tsx";
import { Avatar, Badge, Time } from "../../parts/small.tsx";
import { Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { type ContentPlace, useChangeRequest } from "./content-place.ts";
import { maxSubject } from "./start-change-request.tsx";

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
        return (
          <section class="content-banner" aria-label={texts.label}>
            <Icon of={faCodePullRequest} />
            <div class="content-banner-main">
              <h2>
                <span class="muted">#{number}</span>{" "}
                {status === "merged" ? subject || texts.untitled : <Subject changeRequest={changeRequest} />}
              </h2>
              <p class="content-banner-note">
                <Badge kind={kinds[status]}>{texts.states[status]}</Badge>
                {outdated && status !== "merged" && <Badge kind="warning">{texts.outdated}</Badge>}
                <Avatar name={createdBy.displayName} url={createdBy.photoURL} size={20} />
                <span class="muted">
                  {createdBy.displayName} · <Time at={createdAt} />
                </span>
                <a href={urlOf(`/spaces/${place.space}/change-requests`)}>
                  {words.editing.changeRequests.all}
                </a>
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

/** The title of a change request, which is changed in place: Enter and leaving it save, Escape does not. */
function Subject({ changeRequest }: { readonly changeRequest: ChangeRequest }) {
  const { id, space, subject } = changeRequest;
  const save = async (text: string) => {
    if (text === subject) return;
    const path = `/spaces/${space}/change-requests/${id}`;
    const undo = changeStored<ChangeRequest>(path, (stored) => ({ ...stored, subject: text }));
    const saved = await attempt(() =>
      call(
        "PATCH /spaces/:spaceId/change-requests/:changeRequestId",
        { spaceId: space, changeRequestId: id },
        { body: { subject: text } },
      ),
    );
    if (saved === undefined) undo();
    else refresh(path);
  };
  return (
    <input
      key={subject}
      class="subject-field"
      type="text"
      aria-label={words.editing.changeRequest.title}
      placeholder={words.reading.changeRequest.untitled}
      defaultValue={subject}
      maxLength={maxSubject}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === "Escape") event.currentTarget.value = subject;
        if (event.key === "Escape" || event.key === "Enter") event.currentTarget.blur();
      }}
      onBlur={(event) => save(event.currentTarget.value.trim())}
    />
  );
}
