import { faArrowUpRightFromSquare, faGlobe, faPlus } from "@fortawesome/free-solid-svg-icons";
import type { Site } from "../../data/api-types.ts";
import { formatNumber } from "../../data/format.ts";
import { useList, useQuery } from "../../data/queries.ts";
import { useOrganization } from "../../data/session.ts";
import { siteAddress } from "../../data/site-paths.ts";
import { place, setQuery, urlOf } from "../../navigation/router.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { PagedList } from "../../parts/paged-list.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Badge } from "../../parts/small.tsx";
import { EmptyState } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { useViews } from "./views.ts";

const rowHeight = 60;
const pageSize = 50;

/** The sites of an organization. */
export function Screen({ organization }: { readonly organization: string }) {
  const texts = words.sites;
  const search = place.value.query.get("search") ?? "";
  const sites = useList(
    "GET /orgs/:organizationId/sites",
    { organizationId: organization },
    { limit: pageSize, ...(search !== "" && { title: search }) },
  );
  const views = useViews(
    organization,
    (sites.data ?? []).map(({ id }) => id),
  );
  const base = useQuery("GET /orgs/:organizationId/sites-summary", { organizationId: organization }).data
    ?.url;
  const mayCreate = useOrganization()?.permissions.createContent ?? false;
  const newSite = mayCreate && (
    <LinkButton kind="primary" icon={faPlus} href={urlOf(`/orgs/${organization}/sites/new`)}>
      {words.sites.newSite}
    </LinkButton>
  );
  const isEmpty = search === "" && sites.data?.length === 0;
  return (
    <>
      <ScreenHeader title={texts.title} description={texts.description}>
        {!isEmpty && newSite}
      </ScreenHeader>
      {!isEmpty && (
        <div class="toolbar">
          <SearchField
            label={words.siteOverview.search}
            value={search}
            onSearch={(text) => setQuery({ search: text })}
          />
        </div>
      )}
      <PagedList
        list={sites}
        label={texts.title}
        rowHeight={rowHeight}
        empty={
          search === "" ? (
            <EmptyState icon={faGlobe} title={texts.empty} text={texts.emptyText}>
              {newSite}
            </EmptyState>
          ) : (
            <NoMatch />
          )
        }
        row={(site) => (
          <SiteRow site={site} organization={organization} base={base} views={views.get(site.id)} />
        )}
      />
    </>
  );
}

function NoMatch() {
  const texts = words.siteOverview;
  return (
    <EmptyState icon={faGlobe} title={texts.noMatch} text={texts.noMatchText}>
      <Button onClick={() => setQuery({ search: "" })}>{texts.showAll}</Button>
    </EmptyState>
  );
}

/** Where a site is, or will be when it is published. One for people with a link has no address without an active link. */
function addressNote(site: Site, base: string | undefined): string {
  const address = siteAddress(site, base);
  if (site.urls.published !== undefined) return site.urls.published;
  return address === undefined || site.published
    ? words.sites.spaces(site.siteSpaces)
    : words.siteOverview.addressWhenPublished(address);
}

interface SiteRowProps {
  readonly site: Site;
  readonly organization: string;
  /** The URL below which sites are. */
  readonly base: string | undefined;
  /** Undefined until they are counted. */
  readonly views: number | undefined;
}

function SiteRow({ site, organization, base, views }: SiteRowProps) {
  const texts = words.sites;
  const { published } = site.urls;
  const title = site.title || words.library.untitled;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list consists of div elements.
    <div role="listitem" class="site-row two-line-row" style={{ height: `${rowHeight}px` }}>
      <span class="item-icon">
        <Icon of={faGlobe} />
      </span>
      <div class="row-main">
        <a class="row-title" href={urlOf(`/orgs/${organization}/sites/${site.id}`)}>
          {title}
        </a>
        <span class="row-note">{addressNote(site, base)}</span>
      </div>
      <span class="site-views" title={words.siteOverview.viewsLabel}>
        {views !== undefined && words.siteOverview.views(formatNumber(views))}
      </span>
      <span class="row-badges site-row-badges">
        <Badge>{texts.visibility[site.visibility]}</Badge>
        <Badge kind={site.published ? "success" : "plain"}>
          {site.published ? texts.published : texts.unpublished}
        </Badge>
      </span>
      {published ? (
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
      ) : (
        <span class="site-row-end" />
      )}
    </div>
  );
}
