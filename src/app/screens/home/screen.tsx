import { ApiError } from "../../data/api.ts";
import { useLibrary } from "../../data/library.ts";
import { useMe, useOrganizations } from "../../data/session.ts";
import { BeginChoices } from "../../frame/begin.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Failure, Skeleton } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { ChangedSpaces, ChangeRequests, RecentItems } from "./sections.tsx";

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
          <section class="section">
            <h2>{words.home.begin.title}</h2>
            <BeginChoices organization={organization} />
            <p class="hint">{words.home.begin.text}</p>
          </section>
        ) : (
          <p class="muted">{words.home.begin.reader}</p>
        )}
      </>
    );
  return (
    <>
      <ScreenHeader title={words.home.title} />
      <div class="home-grid">
        <RecentItems userId={me.id} organizationId={id} library={library} />
        <ChangeRequests organizationId={id} library={library} userId={me.id} kind="reviews" />
        <ChangedSpaces organizationId={id} />
        <ChangeRequests organizationId={id} library={library} userId={me.id} kind="mine" />
      </div>
    </>
  );
}
