import { faCircleCheck, faTriangleExclamation } from "@fortawesome/free-solid-svg-icons";
import type { Site } from "../../../data/api-types.ts";
import { useQuery } from "../../../data/queries.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Icon } from "../../../parts/icon.tsx";
import { words } from "../../../words/index.ts";

interface Problem {
  readonly text: string;
  readonly link: string;
  readonly path: string;
}

/** What readers would miss, and where it is mended. */
export function Missing({ site, organization }: { readonly site: Site; readonly organization: string }) {
  const texts = words.siteOverview.missing;
  const problems = useProblems(site, organization);
  if (problems === undefined || (problems.length === 0 && site.published)) return null;
  return (
    <section class="section" aria-labelledby="missing">
      <h2 id="missing">{texts.title}</h2>
      {problems.length === 0 ? (
        <p class="missing-item">
          <Icon of={faCircleCheck} />
          {texts.none}
        </p>
      ) : (
        <ul>
          {problems.map(({ text, link, path }) => (
            <li key={text} class="missing-item">
              <Icon of={faTriangleExclamation} />
              <span>
                {text} <a href={urlOf(path)}>{link}</a>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Undefined until all is known. */
function useProblems(site: Site, organization: string): readonly Problem[] | undefined {
  const texts = words.siteOverview.missing;
  const params = { organizationId: organization, siteId: site.id };
  const root = `/orgs/${organization}/sites/${site.id}`;
  const path = "GET /orgs/:organizationId/sites/:siteId";
  const start = useQuery(`${path}/site-spaces`, params, { default: true, limit: 1 }).data?.items[0];
  const sectionParams =
    start?.section === undefined ? undefined : { ...params, siteSectionId: start.section };
  const section = useQuery(`${path}/sections/:siteSectionId`, sectionParams);
  const pages = useQuery("GET /spaces/:spaceId/content/page-titles", start && { spaceId: start.space.id }, {
    limit: 1,
  });
  const needsLink = site.visibility === "share-link";
  const links = useQuery(`${path}/share-links`, needsLink ? params : undefined, { limit: 100 });
  const needsAuth = site.visibility === "visitor-auth" && site.permissions.admin;
  const auth = useQuery(`${path}/publishing/auth`, needsAuth ? params : undefined);
  if (site.siteSpaces === 0)
    return [{ text: texts.spaces, link: texts.addSpaces, path: `${root}/structure` }];
  const isWaiting =
    start === undefined ||
    (pages.isLoading && pages.data === undefined) ||
    (sectionParams !== undefined && section.data === undefined && section.isLoading) ||
    (needsLink && links.data === undefined && links.isLoading) ||
    (needsAuth && auth.data === undefined && auth.isLoading);
  if (isWaiting) return undefined;
  const draft = start.draft ? start.title : section.data?.draft ? section.data.title : undefined;
  const hasLink = links.data?.items.some(({ active }) => active) ?? true;
  return [
    ...(draft === undefined
      ? []
      : [{ text: texts.draftStart(draft), link: texts.structure, path: `${root}/structure` }]),
    ...(pages.data?.count === 0
      ? [{ text: texts.emptyStart(start.title), link: texts.write, path: `/spaces/${start.space.id}` }]
      : []),
    ...(needsLink && !hasLink
      ? [{ text: texts.shareLink, link: texts.addShareLink, path: `${root}/audience` }]
      : []),
    ...(needsAuth && auth.data !== undefined && auth.data.fallbackURL === undefined
      ? [{ text: texts.fallback, link: texts.setFallback, path: `${root}/audience` }]
      : []),
  ];
}
