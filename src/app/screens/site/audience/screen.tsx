import { words } from "../../../words/index.ts";
import type { SiteScreenProps } from "../site-screen.tsx";
import { AudienceScreen } from "./audience-screen.tsx";
import { ShareLinks } from "./share-links.tsx";
import { Visibility } from "./visibility.tsx";
import { VisitorAuthentication } from "./visitor-authentication.tsx";

/** Who can read a site: its visibility, its share links and the authentication of its visitors. */
export function Screen({ organization, site: siteId }: SiteScreenProps) {
  return (
    <AudienceScreen organization={organization} site={siteId}>
      {(site) => (
        <>
          {!site.permissions.admin && <p class="section-text">{words.siteAudience.onlyAdmins}</p>}
          <Visibility key={`${site.id} visibility`} organization={organization} site={site} />
          <ShareLinks organization={organization} site={site} />
          {site.permissions.admin && <VisitorAuthentication organization={organization} site={site} />}
        </>
      )}
    </AudienceScreen>
  );
}
