import { faArrowRightArrowLeft } from "@fortawesome/free-solid-svg-icons";
import { useEffect } from "preact/hooks";
import { ChangesView } from "../../changes/changes-view.tsx";
import type { RevisionEntry, Space } from "../../data/api-types.ts";
import { formatDate } from "../../data/format.ts";
import { useList, useQuery } from "../../data/queries.ts";
import { setOrganization } from "../../data/session.ts";
import { authorOf } from "../../history/describe.ts";
import { openRevisionPicker } from "../../history/revision-picker.tsx";
import { navigate, place, urlOf } from "../../navigation/router.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { words } from "../../words/index.ts";

const texts = words.changes;

/** The name of the current revision in addresses. */
const now = "now";

interface Compared {
  /** The later revision, or `now`. */
  readonly to: string;
  /** The earlier one; undefined for the parent of the later one. */
  readonly from?: string | undefined;
}

/** What a revision of a space changed, or what changed since another one. A page in the address is shown alone. */
export function Screen({
  space: spaceId,
  revision: to,
}: {
  readonly space: string;
  readonly revision: string;
}) {
  const space = useQuery("GET /spaces/:spaceId", { spaceId }).data;
  useEffect(() => {
    if (space) setOrganization(space.organization);
  }, [space?.organization]);
  const { query } = place.value;
  const from = query.get("since") ?? undefined;
  const page = query.get("page") ?? undefined;
  const revision = to === now ? space?.revision : to;
  const entries = useList(
    "GET /spaces/:spaceId/revisions",
    revision === undefined ? undefined : { spaceId },
    { revisions: [revision ?? "", ...(from === undefined ? [] : [from])] },
  ).data;
  const entryOf = (id: string | undefined) => entries?.find((entry) => entry.id === id);
  const earlier = entryOf(from);
  const isRestorable = space?.permissions.edit && revision === space.revision && earlier !== undefined;
  return (
    <>
      <ScreenHeader
        title={from === undefined ? texts.comparisonOf : texts.since}
        crumbs={
          space
            ? [
                { label: space.title, href: urlOf(`/spaces/${spaceId}`) },
                { label: words.history.title, href: urlOf(`/spaces/${spaceId}/history`) },
              ]
            : []
        }
      />
      {space && (
        <ComparedRevisions space={space} compared={{ from, to }} entryOf={entryOf} revision={revision} />
      )}
      {revision !== undefined && (
        <ChangesView
          comparison={{ space: spaceId, revision, since: from }}
          emptyText={texts.noneInRevision}
          page={page}
          restorable={
            isRestorable ? { space, revision: earlier.id, createdAt: earlier.createdAt } : undefined
          }
        />
      )}
    </>
  );
}

interface ComparedRevisionsProps {
  readonly space: Space;
  readonly compared: Compared;
  readonly revision: string | undefined;
  readonly entryOf: (id: string | undefined) => RevisionEntry | undefined;
}

/** The two revisions. Each can be replaced by another one, and they can be swapped. */
function ComparedRevisions({ space, compared, revision, entryOf }: ComparedRevisionsProps) {
  const { from, to } = compared;
  const picker = words.history.picker;
  const { query } = place.value;
  const page = query.get("page") ?? undefined;
  const compare = (next: Compared) => {
    const changed = new URLSearchParams(query);
    changed.delete("since");
    if (next.from !== undefined) changed.set("since", next.from);
    const search = changed.size > 0 ? `?${changed}` : "";
    navigate(`/spaces/${space.id}/revisions/${next.to}/changes${search}`);
  };
  const pathOf = (id: string) =>
    urlOf(`/spaces/${space.id}/revisions/${id}${page === undefined ? "" : `/pages/${page}`}`);
  const label = (id: string | undefined) => {
    const entry = entryOf(id);
    if (entry === undefined) return picker.other;
    return picker.state(formatDate(entry.createdAt), authorOf(entry)?.displayName ?? words.history.someone);
  };
  return (
    <>
      <div class="compared-revisions">
        <Button onClick={() => openRevisionPicker(space, ({ id }) => compare({ to, from: id }))}>
          {`${picker.from}: ${from === undefined ? picker.before : label(from)}`}
        </Button>
        <IconButton
          icon={faArrowRightArrowLeft}
          label={picker.swap}
          disabled={from === undefined || revision === undefined}
          onClick={() =>
            from !== undefined && revision !== undefined && compare({ from: revision, to: from })
          }
        />
        <Button onClick={() => openRevisionPicker(space, ({ id }) => compare({ from, to: id }))}>
          {`${picker.to}: ${to === now ? picker.now : label(to)}`}
        </Button>
      </div>
      <p class="compared">
        {from !== undefined && <a href={pathOf(from)}>{texts.earlierState}</a>}
        {revision !== undefined && <a href={pathOf(revision)}>{texts.laterState}</a>}
      </p>
    </>
  );
}
