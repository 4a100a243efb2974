import { faGlobe } from "@fortawesome/free-solid-svg-icons";
import { call } from "../../../data/api.ts";
import type { Site } from "../../../data/api-types.ts";
import { formatNumber } from "../../../data/format.ts";
import { refresh, useQuery } from "../../../data/queries.ts";
import { siteAddress } from "../../../data/site-paths.ts";
import { attempt } from "../../../data/toasts.ts";
import { openExport } from "../../../frame/open-runs.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { CopyButton } from "../../../parts/copy-field.tsx";
import { confirm } from "../../../parts/dialog.tsx";
import { Badge, Time } from "../../../parts/small.tsx";
import { words } from "../../../words/index.ts";
import { SiteScreen, type SiteScreenProps } from "../site-screen.tsx";
import { Missing } from "./missing.tsx";

/** A site: whether readers can open it, where, and what is missing before they can. */
export function Screen({ organization, site: siteId }: SiteScreenProps) {
  return (
    <SiteScreen organization={organization} site={siteId}>
      {(site) => (
        <>
          <State site={site} organization={organization} />
          <Missing site={site} organization={organization} />
          <Facts site={site} organization={organization} />
        </>
      )}
    </SiteScreen>
  );
}

interface PartProps {
  readonly site: Site;
  readonly organization: string;
}

function State({ site, organization }: PartProps) {
  const texts = words.siteOverview;
  const { published, title, visibility, permissions } = site;
  const params = { organizationId: organization, siteId: site.id };
  const publish = async () => {
    const { title: question, action } = texts.confirmPublish;
    if (!(await confirm({ title: question(title), text: texts.publishes[visibility], action }))) return;
    await attempt(
      () => call("POST /orgs/:organizationId/sites/:siteId/publish", params),
      texts.publishedDone(title),
    );
    refresh(`/orgs/${organization}/sites`);
  };
  const unpublish = async () => {
    const { title: question, text, action } = texts.confirmUnpublish;
    const url = site.urls.published ?? title;
    if (!(await confirm({ title: question(title), text: text(url), action, isDangerous: true }))) return;
    await attempt(
      () => call("POST /orgs/:organizationId/sites/:siteId/unpublish", params),
      texts.unpublishedDone(title),
    );
    refresh(`/orgs/${organization}/sites`);
  };
  return (
    <div class="site-state panel">
      <Badge kind={published ? "success" : "plain"}>
        {published ? words.sites.published : words.sites.unpublished}
      </Badge>
      <p>
        {published ? texts.isPublished : texts.isNotPublished}
        {!permissions.admin && ` ${texts.onlyAdmins}`}
      </p>
      {permissions.admin &&
        (published ? (
          <Button onClick={unpublish}>{texts.unpublish}</Button>
        ) : (
          <Button kind="primary" icon={faGlobe} onClick={publish}>
            {texts.publish}
          </Button>
        ))}
    </div>
  );
}

function Facts({ site, organization }: PartProps) {
  const texts = words.siteOverview;
  const root = `/orgs/${organization}/sites/${site.id}`;
  const params = { organizationId: organization, siteId: site.id };
  const summary = useQuery(
    "GET /orgs/:organizationId/sites-summary",
    { organizationId: organization },
    { site: [site.id] },
  ).data;
  const sections = useQuery("GET /orgs/:organizationId/sites/:siteId/sections", params, { limit: 1 }).data;
  const views = summary?.items[0]?.views;
  return (
    <dl class="facts panel">
      <dt>{words.sites.address}</dt>
      <dd>
        <Address site={site} base={summary?.url} />
      </dd>
      <dt>{words.sites.visible}</dt>
      <dd>
        <span>
          {words.sites.visibility[site.visibility]}: {words.sites.readers[site.visibility]}
        </span>
        <a href={urlOf(`${root}/audience`)}>{texts.audience}</a>
      </dd>
      <dt>{texts.contents}</dt>
      <dd>
        <span>
          {sections !== undefined && sections.count > 0 && `${texts.sections(sections.count)}, `}
          {words.sites.spaces(site.siteSpaces)}
        </span>
        <a href={urlOf(`${root}/structure`)}>{texts.editStructure}</a>
      </dd>
      <dt>{texts.viewsLabel}</dt>
      <dd>{views === undefined ? "–" : formatNumber(views)}</dd>
      <dt>{words.exporting.site}</dt>
      <dd>
        <Button onClick={() => openExport({ organization, title: site.title, site: site.id })}>
          {words.transfers.export}
        </Button>
      </dd>
      <dt>{words.sites.created}</dt>
      <dd>
        <Time at={site.createdAt} />
      </dd>
    </dl>
  );
}

/** The address of a site, also of one that is not published yet. */
function Address({ site, base }: { readonly site: Site; readonly base: string | undefined }) {
  const { published } = site.urls;
  if (published !== undefined)
    return (
      <>
        <a href={published} target="_blank" rel="noreferrer">
          {published}
        </a>
        <CopyButton text={published} name={words.siteOverview.addressLabel} />
      </>
    );
  const later = siteAddress(site, base);
  return <>{later === undefined ? "–" : words.siteOverview.addressWhenPublished(later)}</>;
}
