import { faUserPlus } from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren } from "preact";
import type { Organization } from "../../data/api-types.ts";
import { useQuery } from "../../data/queries.ts";
import { isGuestIn } from "../../data/session.ts";
import { urlOf } from "../../navigation/router.ts";
import { LinkButton } from "../../parts/button.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { words } from "../../words/index.ts";

/** A screen of the people of an organization: the title, the tabs, and what is below them. */
export function PeopleScreen({
  organization: organizationId,
  actions,
  children,
}: {
  readonly organization: string;
  readonly actions?: (organization: Organization) => ComponentChildren;
  readonly children: (organization: Organization) => ComponentChildren;
}) {
  const query = useQuery("GET /orgs/:organizationId", { organizationId });
  const root = `/orgs/${organizationId}`;
  const { title, tabs, invite } = words.people;
  return (
    <>
      <ScreenHeader title={title}>
        {query.data && actions?.(query.data)}
        {query.data?.permissions.admin && actions === undefined && (
          <LinkButton kind="primary" icon={faUserPlus} href={urlOf(`${root}/invites`)}>
            {invite}
          </LinkButton>
        )}
      </ScreenHeader>
      <Tabs
        label={title}
        tabs={[
          { label: tabs.members, path: `${root}/members` },
          ...(query.data && isGuestIn(query.data)
            ? []
            : [
                { label: tabs.guests, path: `${root}/guests` },
                { label: tabs.teams, path: `${root}/teams` },
              ]),
          ...(query.data?.permissions.admin ? [{ label: tabs.invites, path: `${root}/invites` }] : []),
        ]}
      />
      <Loaded query={query}>{children}</Loaded>
    </>
  );
}
