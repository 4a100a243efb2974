import { faArrowUpRightFromSquare, faGlobe } from "@fortawesome/free-solid-svg-icons";
import type { Site } from "../../data/api-types.ts";
import { useList } from "../../data/queries.ts";
import { urlOf } from "../../navigation/router.ts";
import { Icon } from "../../parts/icon.tsx";
import { PagedList } from "../../parts/paged-list.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Badge } from "../../parts/small.tsx";
import { EmptyState } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

const rowHeight = 60;

/** The sites of an organization. */
export function Screen({ organization }: { readonly organization: string }) {
  const texts = words.sites;
  const params = { organizationId: organization };
  const sites = useList("GET /orgs/:organizationId/sites", params, { limit: 100 });
  return (
    <>
      <ScreenHeader title={texts.title} description={texts.description} />
      <PagedList
        list={sites}
        label={texts.title}
        rowHeight={rowHeight}
        empty={<EmptyState icon={faGlobe} title={texts.empty} text={texts.emptyText} />}
        row={(site) => <SiteRow site={site} organization={organization} />}
      />
    </>
  );
}

function SiteRow({ site, organization }: { readonly site: Site; readonly organization: string }) {
  const texts = words.sites;
  const { published } = site.urls;
  const title = site.title || words.library.untitled;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list consists of div elements.
    <div role="listitem" style={{ height: `${rowHeight}px` }}>
      <span class="item-icon">
        <Icon of={faGlobe} />
      </span>
      <div class="row-main">
        <a class="row-title" href={urlOf(`/orgs/${organization}/sites/${site.id}`)}>
          {title}
        </a>
        <span class="row-note">{published ?? texts.spaces(site.siteSpaces)}</span>
      </div>
      <span class="row-badges">
        <Badge>{texts.visibility[site.visibility]}</Badge>
        <Badge kind={site.published ? "success" : "plain"}>
          {site.published ? texts.published : texts.unpublished}
        </Badge>
      </span>
      {published && (
        <a
          class="icon-button"
          href={published}
          target="_blank"
          rel="noreferrer"
          aria-label={`${texts.open}: ${title}`}
          title={texts.open}
        >
          <Icon of={faArrowUpRightFromSquare} />
        </a>
      )}
    </div>
  );
}
