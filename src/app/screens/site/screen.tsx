import { faArrowUpRightFromSquare, faBook, faEye } from "@fortawesome/free-solid-svg-icons";
import { useCallback } from "preact/hooks";
import type { Site, SiteSpace } from "../../data/api-types.ts";
import { useList, useQuery } from "../../data/queries.ts";
import { urlOf } from "../../navigation/router.ts";
import { LinkButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Badge, Emoji, Time } from "../../parts/small.tsx";
import { EmptyState, Loaded } from "../../parts/states.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { words } from "../../words/index.ts";

interface SiteScreenProps {
  readonly organization: string;
  readonly site: string;
}

/** A site: its state, its address and its spaces. */
export function Screen({ organization, site: siteId }: SiteScreenProps) {
  const params = { organizationId: organization, siteId };
  const site = useQuery("GET /orgs/:organizationId/sites/:siteId", params);
  const spaces = useList("GET /orgs/:organizationId/sites/:siteId/site-spaces", params, { limit: 100 });
  const loadMore = useCallback(() => spaces.loadMore(), [spaces.data, spaces.isLoading]);
  const texts = words.sites;
  return (
    <Loaded query={site}>
      {(data) => (
        <>
          <SiteHeader site={data} organization={organization} />
          <SiteFacts site={data} />
          <section class="section">
            <h2>{texts.contents}</h2>
            <Loaded query={spaces}>
              {(items) =>
                items.length === 0 ? (
                  <EmptyState icon={faBook} title={texts.noSpaces} />
                ) : (
                  <VirtualList
                    items={items}
                    rowHeight={rowHeight}
                    keyOf={({ id }) => id}
                    onEnd={loadMore}
                    attributes={{ role: "list", "aria-label": texts.contents }}
                    class="panel rows"
                    row={(siteSpace) => <SiteSpaceRow siteSpace={siteSpace} />}
                  />
                )
              }
            </Loaded>
          </section>
        </>
      )}
    </Loaded>
  );
}

const rowHeight = 56;

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
        <LinkButton kind="primary" href={published} icon={faArrowUpRightFromSquare} isExternal>
          {texts.open}
        </LinkButton>
      )}
    </ScreenHeader>
  );
}

function SiteFacts({ site }: { readonly site: Site }) {
  const texts = words.sites;
  const { published } = site.urls;
  return (
    <dl class="facts panel">
      <dt>{texts.state}</dt>
      <dd>
        <Badge kind={site.published ? "success" : "plain"}>
          {site.published ? texts.published : texts.unpublished}
        </Badge>
      </dd>
      <dt>{texts.visible}</dt>
      <dd>{texts.visibility[site.visibility]}</dd>
      <dt>{texts.address}</dt>
      <dd>
        {published ? (
          <a href={published} target="_blank" rel="noreferrer">
            {published}
          </a>
        ) : (
          texts.noAddress
        )}
      </dd>
      <dt>{texts.created}</dt>
      <dd>
        <Time at={site.createdAt} />
      </dd>
    </dl>
  );
}

function SiteSpaceRow({ siteSpace }: { readonly siteSpace: SiteSpace }) {
  const texts = words.sites;
  const { space, title, path } = siteSpace;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list consists of div elements.
    <div role="listitem" style={{ height: `${rowHeight}px` }}>
      <Emoji code={space.emoji} fallback={<Icon of={faBook} />} />
      <div class="row-main">
        <a class="row-title" href={urlOf(`/spaces/${space.id}`)}>
          {title || space.title}
        </a>
        <span class="row-note">/{path}</span>
      </div>
      <span class="row-badges">
        {siteSpace.default && <Badge kind="info">{texts.isDefault}</Badge>}
        {siteSpace.hidden && <Badge>{texts.isHidden}</Badge>}
        {siteSpace.draft && <Badge kind="warning">{texts.isDraft}</Badge>}
      </span>
    </div>
  );
}
