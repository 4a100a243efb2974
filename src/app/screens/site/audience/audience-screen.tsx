import type { ComponentChildren } from "preact";
import type { Site } from "../../../data/api-types.ts";
import { Tabs } from "../../../parts/tabs.tsx";
import { words } from "../../../words/index.ts";
import { SiteScreen, type SiteScreenProps } from "../site-screen.tsx";

/** What the parts of these screens get. */
export interface SitePartProps {
  readonly organization: string;
  readonly site: Site;
}

/** A screen of the audience of a site: who can read it, the claims about visitors, and trying a visitor. */
export function AudienceScreen({
  organization,
  site: siteId,
  children,
}: SiteScreenProps & { readonly children: (site: Site) => ComponentChildren }) {
  const root = `/orgs/${organization}/sites/${siteId}/audience`;
  const texts = words.siteAudience;
  return (
    <SiteScreen organization={organization} site={siteId}>
      {(site) => (
        <>
          <Tabs
            kind="inner"
            label={texts.views}
            tabs={[
              { label: texts.readers, path: root },
              { label: texts.claims.title, path: `${root}/claims` },
              ...(site.permissions.admin ? [{ label: texts.visitor.title, path: `${root}/visitor` }] : []),
            ]}
          />
          {children(site)}
        </>
      )}
    </SiteScreen>
  );
}
