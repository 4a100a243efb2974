import { faPlus } from "@fortawesome/free-solid-svg-icons";
import { useQuery } from "../../data/queries.ts";
import { urlOf } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { words } from "../../words/index.ts";
import { startChangeRequest } from "../space/start-change-request.tsx";
import { ChangeRequestList } from "./change-request-list.tsx";

/** The change requests of a space. */
export function Screen({ space: spaceId }: { readonly space: string }) {
  const space = useQuery("GET /spaces/:spaceId", { spaceId }).data;
  return (
    <>
      <ScreenHeader
        title={words.changeRequests.list.of}
        crumbs={space ? [{ label: space.title, href: urlOf(`/spaces/${spaceId}`) }] : []}
      >
        {space?.permissions.edit && (
          <Button kind="primary" icon={faPlus} onClick={() => startChangeRequest(space)}>
            {words.changeRequests.list.new}
          </Button>
        )}
      </ScreenHeader>
      <ChangeRequestList organizationId={space?.organization} spaceId={spaceId} />
    </>
  );
}
