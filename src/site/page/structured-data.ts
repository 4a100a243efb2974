import { joinUrl, reservedPaths, sectionSegments, sectionsOf } from "../../publishing/index.ts";
import type { FrameContext } from "./frame-context.ts";
import type { PageMetadata } from "./metadata.ts";
import type { SitePage } from "./site-page.ts";
import { searchPath } from "./site-urls.ts";

/** The page in the vocabulary of schema.org: an article, its position in the site, and on the first page the site itself. */
export function structuredDataOf(
  root: string,
  metadata: PageMetadata,
  image: string | undefined,
  frame: FrameContext,
): object {
  const { page, description, language } = metadata;
  const { record, segments } = page;
  const isFirst = segments.length === 0;
  const site = { "@type": "WebSite", name: frame.siteTitle, url: root };
  const article = {
    "@type": "TechArticle",
    headline: record.title,
    description,
    url: joinUrl(root, segments),
    image,
    inLanguage: language,
    datePublished: record.createdAt,
    dateModified: record.updatedAt,
    isPartOf: site,
  };
  const parts = isFirst
    ? [article, frame.isStatic ? site : { ...site, potentialAction: searchAction(root) }]
    : [article, { "@type": "BreadcrumbList", itemListElement: breadcrumbsOf(root, page, frame) }];
  return { "@context": "https://schema.org", "@graph": parts };
}

function searchAction(root: string): object {
  return {
    "@type": "SearchAction",
    target: {
      "@type": "EntryPoint",
      urlTemplate: `${joinUrl(root, searchPath.split("/"))}?q={search_term_string}`,
    },
    "query-input": "required name=search_term_string",
  };
}

/** From the site through the section and the pages above to the page. Groups have no URL, and are omitted. */
function breadcrumbsOf(root: string, page: SitePage, frame: FrameContext): object[] {
  const { section, view, trail, pageId, segments } = page;
  const crumbs: [name: string, segments: readonly string[]][] = [[frame.siteTitle, []]];
  if (section !== undefined && sectionsOf(view.visible).length > 1) {
    const ofSection = sectionSegments(section, reservedPaths(view.all));
    if (ofSection.length > 0) crumbs.push([section.title, ofSection]);
  }
  const slugs: string[] = [];
  for (const [id, { type, title, slug }] of trail) {
    slugs.push(slug);
    if (type !== "group" && id !== pageId) crumbs.push([title, frame.pageSegments(slugs)]);
  }
  // The first page of a section has the URL of the section.
  if (crumbs.at(-1)?.[1].join("/") !== segments.join("/")) crumbs.push([page.record.title, segments]);
  return crumbs.map(([name, path], i) => ({
    "@type": "ListItem",
    position: i + 1,
    name,
    item: joinUrl(root, path),
  }));
}
