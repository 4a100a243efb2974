import { useEffect } from "preact/hooks";
import type { Space } from "../../data/api-types.ts";
import { useQuery } from "../../data/queries.ts";
import { setOrganization } from "../../data/session.ts";
import { urlOf } from "../../navigation/router.ts";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { words } from "../../words/index.ts";

const texts = words.history;

/** The space whose history is shown. */
export function useHistorySpace(spaceId: string): Space | undefined {
  const space = useQuery("GET /spaces/:spaceId", { spaceId }).data;
  useEffect(() => {
    if (space) setOrganization(space.organization);
  }, [space?.organization]);
  return space;
}

/** The head of the screens of a space's history. */
export function HistoryHeader({
  spaceId,
  space,
}: {
  readonly spaceId: string;
  readonly space: Space | undefined;
}) {
  const path = `/spaces/${spaceId}/history`;
  return (
    <>
      <ScreenHeader
        title={texts.title}
        crumbs={space ? [{ label: space.title, href: urlOf(`/spaces/${spaceId}`) }] : []}
      />
      <Tabs
        label={texts.tabs}
        tabs={[
          { label: texts.revisions, path },
          { label: texts.deleted, path: `${path}/deleted` },
        ]}
      />
    </>
  );
}
