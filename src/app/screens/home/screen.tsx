import { ApiError } from "../../data/api.ts";
import { useLibrary } from "../../data/library.ts";
import { useMe, useOrganizations } from "../../data/session.ts";
import { WaysToBegin } from "../../frame/ways-to-begin.tsx";
import { navigate } from "../../navigation/router.ts";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Failure, Skeleton } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { ChangedSpaces, ChangeRequests, NewNotifications, RecentItems } from "./sections.tsx";

/** What happened in an organization, and what the user has to do in it. */
export function Screen({ organization: id }: { readonly organization: string }) {
  const me = useMe();
  const organizations = useOrganizations();
  const organization = organizations?.find((other) => other.id === id);
  const { library, error } = useLibrary(organization && id);
  if (organizations && !organization) return <Failure error={new ApiError(404, words.errors.notFound)} />;
  if (error) return <Failure error={error} />;
  if (me === undefined || organization === undefined || library === undefined) return <Skeleton />;
  if (library.byId.size === 0)
    return (
      <>
        <ScreenHeader title={words.home.welcome(me.displayName)} />
        {organization.permissions.createContent ? (
          <>
            <p class="home-begin muted">{words.welcome.begin}</p>
            <WaysToBegin organizationId={id} onDone={navigate} />
          </>
        ) : (
          <p class="muted">{words.home.nothingToRead}</p>
        )}
      </>
    );
  return (
    <>
      <ScreenHeader title={words.home.title} />
      <div class="home-grid">
        <NewNotifications organizationId={id} />
        <RecentItems userId={me.id} organizationId={id} library={library} />
        <ChangeRequests organizationId={id} library={library} userId={me.id} kind="reviews" />
        <ChangedSpaces organizationId={id} />
        <ChangeRequests organizationId={id} library={library} userId={me.id} kind="mine" />
      </div>
    </>
  );
}
