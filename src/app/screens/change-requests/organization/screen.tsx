import { useLibrary } from "../../../data/library.ts";
import { ScreenHeader } from "../../../parts/screen-header.tsx";
import { words } from "../../../words/index.ts";
import { ChangeRequestList } from "../change-request-list.tsx";

/** The change requests of all spaces that the user sees. */
export function Screen({ organization }: { readonly organization: string }) {
  const { library } = useLibrary(organization);
  return (
    <>
      <ScreenHeader title={words.changeRequests.list.of} />
      <ChangeRequestList organizationId={organization} spaceTitle={(id) => library?.byId.get(id)?.title} />
    </>
  );
}
