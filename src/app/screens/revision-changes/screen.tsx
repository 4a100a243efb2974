import { useEffect } from "preact/hooks";
import { ChangesView } from "../../changes/changes-view.tsx";
import { useQuery } from "../../data/queries.ts";
import { setOrganization } from "../../data/session.ts";
import { place, urlOf } from "../../navigation/router.ts";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { words } from "../../words/index.ts";

const texts = words.changes;

/** What a revision of a space changed, or what changed since another one. A page in the address is shown alone. */
export function Screen({ space: spaceId, revision }: { readonly space: string; readonly revision: string }) {
  const space = useQuery("GET /spaces/:spaceId", { spaceId }).data;
  useEffect(() => {
    if (space) setOrganization(space.organization);
  }, [space?.organization]);
  const { query } = place.value;
  const since = query.get("since") ?? undefined;
  const page = query.get("page") ?? undefined;
  const pathOf = (id: string) =>
    urlOf(`/spaces/${spaceId}/revisions/${id}${page === undefined ? "" : `/pages/${page}`}`);
  return (
    <>
      <ScreenHeader
        title={since === undefined ? texts.comparisonOf : texts.since}
        crumbs={space ? [{ label: space.title, href: urlOf(`/spaces/${spaceId}`) }] : []}
      />
      <p class="compared">
        {since !== undefined && <a href={pathOf(since)}>{texts.earlierState}</a>}
        <a href={pathOf(revision)}>{texts.laterState}</a>
      </p>
      <ChangesView
        comparison={{ space: spaceId, revision, since }}
        emptyText={texts.noneInRevision}
        page={page}
      />
    </>
  );
}
