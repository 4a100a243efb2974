import { faDownload, faEllipsis, faFileImport, faPlus, faRightLong } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import type { Site } from "../../../data/api-types.ts";
import { formatNumber } from "../../../data/format.ts";
import { type ItemOf, refresh, useList } from "../../../data/queries.ts";
import { attempt } from "../../../data/toasts.ts";
import { place, setQuery, urlOf } from "../../../navigation/router.ts";
import { Button, LinkButton } from "../../../parts/button.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Menu } from "../../../parts/menu.tsx";
import { PagedList } from "../../../parts/paged-list.tsx";
import { SearchField } from "../../../parts/search-field.tsx";
import { Badge } from "../../../parts/small.tsx";
import { EmptyState } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { SiteScreen, type SiteScreenProps } from "../site-screen.tsx";
import { exportRedirects } from "./export.ts";
import { type EditedRedirect, RedirectDialog } from "./redirect-dialog.tsx";
import { AddressTest } from "./test-address.tsx";

const texts = words.siteRedirects;
const rowHeight = 60;

type Redirect = ItemOf<"GET /orgs/:organizationId/sites/:siteId/redirect-targets">;

/** The redirects of a site, and what an address leads to. */
export function Screen({ organization, site: siteId }: SiteScreenProps) {
  const [edited, setEdited] = useState<EditedRedirect>();
  return (
    <SiteScreen organization={organization} site={siteId}>
      {(site) => (
        <>
          <AddressTest organization={organization} site={site} onAdd={(source) => setEdited({ source })} />
          <Redirects organization={organization} site={site} onEdit={setEdited} />
          {edited && (
            <RedirectDialog
              organization={organization}
              siteId={site.id}
              redirect={edited}
              onClose={() => setEdited(undefined)}
            />
          )}
        </>
      )}
    </SiteScreen>
  );
}

interface RedirectsProps {
  readonly organization: string;
  readonly site: Site;
  readonly onEdit: (redirect: EditedRedirect) => void;
}

function Redirects({ organization, site, onEdit }: RedirectsProps) {
  const search = place.value.query.get("search") ?? "";
  const list = useList(
    "GET /orgs/:organizationId/sites/:siteId/redirect-targets",
    { organizationId: organization, siteId: site.id },
    { search, limit: 100 },
  );
  const isAdmin = site.permissions.admin;
  const root = `/orgs/${organization}/sites/${site.id}/redirects`;
  const importLink = isAdmin && (
    <LinkButton href={urlOf(`${root}/import`)} icon={faFileImport}>
      {texts.import}
    </LinkButton>
  );
  const add = isAdmin && (
    <Button kind="primary" icon={faPlus} onClick={() => onEdit({})}>
      {texts.add}
    </Button>
  );
  const isEmpty = list.count === 0 && search === "";
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      <p class="section-text">{texts.text}</p>
      {!isEmpty && (
        <search class="toolbar">
          <SearchField label={texts.search} value={search} onSearch={(text) => setQuery({ search: text })} />
          {add}
          {importLink}
          <Button icon={faDownload} onClick={() => exportRedirects(organization, site)}>
            {texts.export}
          </Button>
        </search>
      )}
      <p class="hint list-count" role="status">
        {!isEmpty &&
          list.count !== undefined &&
          (list.count === 1 ? texts.one : texts.count(formatNumber(list.count)))}
      </p>
      <PagedList
        list={list}
        label={texts.list}
        rowHeight={rowHeight}
        empty={
          isEmpty ? (
            <EmptyState icon={faRightLong} title={texts.empty} text={texts.emptyText}>
              {add}
              {importLink}
            </EmptyState>
          ) : (
            <EmptyState icon={faRightLong} title={texts.notFound}>
              <Button onClick={() => setQuery({ search: "" })}>{texts.clear}</Button>
            </EmptyState>
          )
        }
        row={(redirect) => (
          <RedirectRow redirect={redirect} organization={organization} site={site} onEdit={onEdit} />
        )}
      />
    </section>
  );
}

function RedirectRow({
  redirect,
  organization,
  site,
  onEdit,
}: RedirectsProps & { readonly redirect: Redirect }) {
  const { id, source, target } = redirect;
  const remove = async () => {
    const params = { organizationId: organization, siteId: site.id, siteRedirectId: id };
    const restore = async () => {
      await call("POST /orgs/:organizationId/sites/:siteId/redirects", params, {
        body: { source, destination: redirect.destination as never },
      });
      refresh(`/orgs/${organization}/sites/${site.id}`);
    };
    await attempt(
      () => call("DELETE /orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId", params),
      texts.deleted(source),
      // A redirect to a page that was deleted cannot be created again.
      target && restore,
    );
    refresh(`/orgs/${organization}/sites/${site.id}`);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list consists of div elements.
    <div role="listitem" class="redirect-row" style={{ height: `${rowHeight}px` }}>
      <div class="row-main">
        <span class="row-title">{decodePath(source)}</span>
        <span class="row-note">
          {target ? (
            <>
              <span aria-hidden="true">→ </span>
              {target.title} {target.url ? <a href={target.url}>{target.path}</a> : target.path}
            </>
          ) : (
            <Badge kind="warning">{texts.missing}</Badge>
          )}
        </span>
      </div>
      {site.permissions.admin && (
        <Menu
          label={texts.actions(decodePath(source))}
          items={[
            {
              label: texts.edit,
              onSelect: () => onEdit({ id, source, ...(target && { destination: target.path }) }),
            },
            { label: texts.delete, isDangerous: true, onSelect: remove },
          ]}
        >
          <Icon of={faEllipsis} />
        </Menu>
      )}
    </div>
  );
}

/** A path as people write it. */
function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
