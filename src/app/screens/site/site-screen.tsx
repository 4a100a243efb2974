import { faArrowUpRightFromSquare, faEye } from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren } from "preact";
import type { Site } from "../../data/api-types.ts";
import { useQuery } from "../../data/queries.ts";
import { urlOf } from "../../navigation/router.ts";
import { LinkButton } from "../../parts/button.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { words } from "../../words/index.ts";

/** What the path of each screen of a site names. */
export interface SiteScreenProps {
  readonly organization: string;
  readonly site: string;
}

/** A screen of a site: its title, the tabs, and what is below them. */
export function SiteScreen({
  organization,
  site: siteId,
  children,
}: SiteScreenProps & { readonly children: (site: Site) => ComponentChildren }) {
  const site = useQuery("GET /orgs/:organizationId/sites/:siteId", { organizationId: organization, siteId });
  const root = `/orgs/${organization}/sites/${siteId}`;
  const { tabs } = words.sites;
  return (
    <Loaded query={site}>
      {(loaded) => (
        <>
          <SiteHeader site={loaded} organization={organization} />
          <Tabs
            label={loaded.title}
            tabs={[
              { label: tabs.overview, path: root },
              { label: tabs.structure, path: `${root}/structure` },
              { label: tabs.look, path: `${root}/look` },
              { label: tabs.audience, path: `${root}/audience` },
              { label: tabs.redirects, path: `${root}/redirects` },
              { label: tabs.insights, path: `${root}/insights` },
              { label: tabs.settings, path: `${root}/settings` },
            ]}
          />
          {children(loaded)}
        </>
      )}
    </Loaded>
  );
}

function SiteHeader({ site, organization }: { readonly site: Site; readonly organization: string }) {
  const texts = words.sites;
  const { published, preview } = site.urls;
  return (
    <ScreenHeader
      title={site.title || words.library.untitled}
      crumbs={[{ label: texts.title, href: urlOf(`/orgs/${organization}/sites`) }]}
    >
      <LinkButton href={preview} icon={faEye} isExternal>
        {texts.preview}
      </LinkButton>
      {published && (
        <LinkButton href={published} icon={faArrowUpRightFromSquare} isExternal>
          {texts.open}
        </LinkButton>
      )}
    </ScreenHeader>
  );
}
