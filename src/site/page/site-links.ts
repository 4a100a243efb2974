import type { Context } from "../../api/http/index.ts";
import type { Content } from "../../content/index.ts";
import { ancestorsOf, findPage } from "../../content/pages/index.ts";
import {
  findPageSegments,
  findPublishedSpace,
  findVisiblePage,
  reservedPaths,
  type SectionPart,
  type SiteSpacePart,
  type StructureItem,
  sectionSegments,
  siblingsOf,
  siteSpaceSegments,
} from "../../publishing/index.ts";
import { readHeads } from "./dependencies.ts";
import type { FrameContext, SiteLink, SiteLinkGroup, Translation } from "./frame-context.ts";
import { isIndexable, type SitePlace, slugsOf } from "./site-page.ts";
import type { SiteUrls } from "./site-urls.ts";

/** Reads the links to the other sections and variants that this visitor sees. */
export async function readSiteLinks(
  context: Context,
  page: SitePlace,
  urls: SiteUrls,
): Promise<Pick<FrameContext, "sections" | "variants" | "translations">> {
  const { view, section: current } = page;
  const reserved = reservedPaths(view.all);
  const linkTo = (section: SectionPart): SiteLink => ({
    title: section.title,
    href: urls.page(sectionSegments(section, reserved)),
    isCurrent: section.id === current?.id,
    icon: section.icon,
    description: section.description,
  });
  const isListed = (section: SectionPart): boolean =>
    section.id === current?.id || section.siteSpaces.some(({ isHidden }) => !isHidden);
  const linksTo = (items: readonly StructureItem[]): (SiteLink | SiteLinkGroup)[] =>
    items.flatMap<SiteLink | SiteLinkGroup>((item) => {
      if (item.kind === "site-section") return isListed(item) ? linkTo(item) : [];
      const links = linksTo(item.children);
      return links.length === 0 ? [] : { title: item.title, icon: item.icon, links };
    });
  const variants = await readVariants(context, page);
  return {
    sections: linksTo(view.visible.items),
    variants: variants.map(({ title, segments, siteSpace, language }) => ({
      title,
      language,
      href: urls.page(segments),
      isCurrent: siteSpace.id === page.siteSpace.id,
    })),
    translations: translationsAmong(variants, page),
  };
}

/** A variant, and the same page in it. */
interface Variant {
  readonly siteSpace: SiteSpacePart;
  readonly title: string;
  readonly language: string | null;
  /** Of the page; those of the variant if the visitor does not see such a page there. */
  readonly segments: readonly string[];
  /** Whether search engines may show the page. False if there is none. */
  readonly isIndexable: boolean;
}

async function readVariants(context: Context, page: SitePlace): Promise<Variant[]> {
  const siblings = siblingsOf(page.view.visible, page).filter(
    ({ id, isHidden }) => !isHidden || id === page.siteSpace.id,
  );
  if (siblings.length < 2) return [];
  const heads = await readHeads(
    context.database.read,
    page.site.organization_id,
    siblings.map(({ spaceId }) => spaceId),
  );
  const spaces = new Map(heads.map(({ id, title, language }) => [id, { title, language }]));
  return Promise.all(
    siblings.map(async (siteSpace) => ({
      siteSpace,
      ...(spaces.get(siteSpace.spaceId) ?? { title: "", language: null }),
      ...(await findInVariant(context, page, siteSpace)),
    })),
  );
}

/** Finds the page with the same path in a variant. The first page of a variant is that of every other one. */
async function findInVariant(
  context: Context,
  page: SitePlace,
  siteSpace: SiteSpacePart,
): Promise<Pick<Variant, "segments" | "isIndexable">> {
  const { view, section, visit, site } = page;
  const { claims } = visit.visitor;
  const space =
    siteSpace.spaceId === page.space.id
      ? page.space
      : await findPublishedSpace(context, site, siteSpace.spaceId);
  const same = space && (await findVisiblePage(space.content, slugsOf(page), claims));
  const isFirst =
    same === undefined && page.pageId === (await findVisiblePage(page.space.content, [], claims));
  const id = isFirst ? space && (await findVisiblePage(space.content, [], claims)) : same;
  if (space === undefined || id === undefined)
    return {
      segments: siteSpaceSegments({ section, siteSpace }, reservedPaths(view.all)),
      isIndexable: false,
    };
  return {
    segments: await findPageSegments(view, { section, siteSpace, space, visit }, id),
    isIndexable: !siteSpace.isHidden && (await isIndexablePage(space.content, id)),
  };
}

async function isIndexablePage(content: Content, id: string): Promise<boolean> {
  const record = await findPage(content, id);
  if (record?.type !== "document") return false;
  return isIndexable([record, ...(await ancestorsOf(content, record)).values()]);
}

/**
 * This page in each language of its variants, itself included. Empty if its own language is not known, or if there is no
 * other. Of several variants in another language, the first one counts.
 */
function translationsAmong(variants: readonly Variant[], page: SitePlace): Translation[] {
  const isCurrent = ({ siteSpace }: Variant) => siteSpace.id === page.siteSpace.id;
  const current = variants.find(isCurrent);
  if (current === undefined || current.language === null || !current.isIndexable) return [];
  const found = new Map<string, Variant>([[current.language, current]]);
  for (const variant of variants)
    if (variant.language !== null && variant.isIndexable && !found.has(variant.language))
      found.set(variant.language, variant);
  if (found.size < 2) return [];
  return Array.from(found, ([language, { segments, siteSpace }]) => ({
    language,
    segments,
    isDefault: siteSpace.isDefault || siteSpace.actsAsDefault === true,
  }));
}
