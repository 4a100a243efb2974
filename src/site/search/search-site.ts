import { type FoundSitePage, findSitePages } from "../../api/search/index.ts";
import { normalizeSpace } from "../../platform/index.ts";
import { type SiteSpaceLocation, type Structure, sectionsOf, siblingsOf } from "../../publishing/index.ts";
import { type MarkedText, markWords, maxQueryLength, type Term } from "../../search/index.ts";
import {
  defaultScope,
  locationsBySpace,
  pageLocator,
  type SearchScope,
  searchScopesOf,
} from "../page/index.ts";
import type { ResourceCall } from "../resource/index.ts";

/** What a reader searches. */
export interface SiteQuery {
  readonly text: string;
  readonly scope: SearchScope;
}

/** A page that was found, with its sections that match. Browsers read this as JSON. */
export interface SearchedPage {
  readonly url: string;
  readonly title: MarkedText;
  /** The section and variant of the site, if there are several, and the ancestors of the page. */
  readonly trail: readonly string[];
  /** An excerpt of the text before the first heading, if it matches. */
  readonly text: MarkedText;
  readonly sections: readonly {
    readonly url: string;
    readonly title: MarkedText;
    readonly text: MarkedText;
  }[];
}

export interface SearchAnswer {
  readonly pages: readonly SearchedPage[];
  /** The words that were found instead of mistyped ones. */
  readonly corrected: readonly string[];
  /** Words of the site that are similar to those of the query, if nothing was found. */
  readonly similar: readonly string[];
}

export function readQuery({ url, place }: Pick<ResourceCall, "url" | "place">): SiteQuery {
  const text = (url.searchParams.get("q") ?? "").slice(0, maxQueryLength).toWellFormed().trim();
  const scopes = searchScopesOf(place);
  const wanted = url.searchParams.get("scope");
  const scope = scopes.keys().find((name) => name === wanted) ?? defaultScope(scopes);
  return { text, scope };
}

/** The sections of a page that are listed. */
const maxSections = 3;

/** Searches the part of the site that the visitor sees. */
export async function searchSite(call: ResourceCall, query: SiteQuery, limit: number): Promise<SearchAnswer> {
  const { context, place, urls } = call;
  if (query.text === "") return { pages: [], corrected: [], similar: [] };
  const scopes = searchScopesOf(place);
  const locations = locationsBySpace(scopes.get(query.scope) ?? []);
  const { pages, terms, corrected, similar } = await findSitePages(context, {
    organizationId: place.site.organization_id,
    spaces: [...locations.keys()],
    query: query.text,
    claims: place.visit.visitor.claims,
    limit,
  });
  const locate = pageLocator(context, place, locations);
  return {
    corrected,
    similar,
    pages: await Promise.all(
      pages.map(async (page) => {
        const location = locations.get(page.space.id);
        const titles = location === undefined ? [] : titlesOf(page, location, place.view.visible);
        return presentPage(page, urls.page(await locate(page)), titles, terms);
      }),
    ),
  };
}

/** The section and the variant of a page, if the reader sees several of them. */
function titlesOf({ space }: FoundSitePage, location: SiteSpaceLocation, visible: Structure): string[] {
  const { section } = location;
  const hasSections = sectionsOf(visible).length > 1;
  const hasVariants = siblingsOf(visible, location).filter(({ isHidden }) => !isHidden).length > 1;
  return [...(hasSections && section ? [section.title] : []), ...(hasVariants ? [space.title] : [])];
}

function presentPage(page: FoundSitePage, url: string, titles: readonly string[], terms: readonly Term[]) {
  const isIntroduction = ({ id }: { readonly id: string }) => id === page.id;
  const introduction = page.sections.find(isIntroduction);
  const sections = page.sections.filter((section) => !isIntroduction(section));
  return {
    url,
    title: markWords(page.title, terms),
    trail: [...titles, ...page.ancestors.map(({ title }) => title)],
    text: markWords(normalizeSpace(introduction?.body ?? page.description ?? ""), terms),
    sections: sections.slice(0, maxSections).map(({ id, title, body }) => ({
      url: url + encodeAnchor(id.slice(page.id.length)),
      title: markWords(title, terms),
      text: markWords(normalizeSpace(body), terms),
    })),
  };
}

/** Encodes a fragment with its `#`. */
function encodeAnchor(fragment: string): string {
  return `#${encodeURIComponent(fragment.slice(1))}`;
}
