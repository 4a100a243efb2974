import { useQuery } from "../../data/queries.ts";
import { urlOf } from "../../navigation/router.ts";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { words } from "../../words/index.ts";
import { ChangeRequestList } from "./change-request-list.tsx";

/** The change requests of a space. */
export function Screen({ space: spaceId }: { readonly space: string }) {
  const space = useQuery("GET /spaces/:spaceId", { spaceId }).data;
  return (
    <>
      <ScreenHeader
        title={words.changeRequests.list.of}
        crumbs={space ? [{ label: space.title, href: urlOf(`/spaces/${spaceId}`) }] : []}
      />
      <ChangeRequestList organizationId={space?.organization} spaceId={spaceId} />
    </>
  );
}
