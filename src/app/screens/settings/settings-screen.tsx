import { faGear } from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren } from "preact";
import type { Body } from "../../data/api.ts";
import { call } from "../../data/api.ts";
import type { Organization } from "../../data/api-types.ts";
import { refresh, useQuery } from "../../data/queries.ts";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { EmptyState, Loaded } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { words } from "../../words/index.ts";

/** A screen of the settings of an organization: the title, the tabs, and what is below them for admins. */
export function SettingsScreen({
  organization: organizationId,
  isForMembers = false,
  children,
}: {
  readonly organization: string;
  /** Whether all members see it, not only admins. */
  readonly isForMembers?: boolean;
  readonly children: (organization: Organization) => ComponentChildren;
}) {
  const query = useQuery("GET /orgs/:organizationId", { organizationId });
  const root = `/orgs/${organizationId}/settings`;
  const { title, tabs, onlyAdmins } = words.settings;
  return (
    <>
      <ScreenHeader title={title} />
      <Tabs
        label={title}
        tabs={[
          { label: tabs.general, path: root },
          { label: tabs.rules, path: `${root}/rules` },
          { label: tabs.sso, path: `${root}/sso` },
          { label: tabs.translations, path: `${root}/translations` },
          { label: tabs.tokens, path: `${root}/tokens` },
        ]}
      />
      <Loaded query={query}>
        {(loaded) =>
          loaded.permissions.admin || isForMembers ? (
            children(loaded)
          ) : (
            <EmptyState icon={faGear} title={onlyAdmins} />
          )
        }
      </Loaded>
    </>
  );
}

/** Changes settings of an organization and loads what shows them. */
export async function updateOrganization(
  organizationId: string,
  body: Body<"PATCH /orgs/:organizationId">,
): Promise<void> {
  await call("PATCH /orgs/:organizationId", { organizationId }, { body });
  refresh("/orgs");
}
