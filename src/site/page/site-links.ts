import type { Context } from "../../api/http/index.ts";
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
import { inBatches } from "../../storage/database/index.ts";
import type { FrameContext, SiteLink, SiteLinkGroup } from "./frame-context.ts";
import { type SitePlace, slugsOf } from "./site-page.ts";
import type { SiteUrls } from "./site-urls.ts";

/** Reads the links to the other sections and variants that this visitor sees. */
export async function readSiteLinks(
  context: Context,
  page: SitePlace,
  urls: SiteUrls,
): Promise<Pick<FrameContext, "sections" | "variants">> {
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
  return { sections: linksTo(view.visible.items), variants: await readVariants(context, page, urls) };
}

async function readVariants(context: Context, page: SitePlace, urls: SiteUrls): Promise<SiteLink[]> {
  const siblings = siblingsOf(page.view.visible, page).filter(
    ({ id, isHidden }) => !isHidden || id === page.siteSpace.id,
  );
  if (siblings.length < 2) return [];
  const titles = await readTitles(
    context,
    siblings.map(({ spaceId }) => spaceId),
  );
  return Promise.all(
    siblings.map(async (siteSpace) => ({
      title: titles.get(siteSpace.spaceId) ?? "",
      href: urls.page(await segmentsInVariant(context, page, siteSpace)),
      isCurrent: siteSpace.id === page.siteSpace.id,
    })),
  );
}

async function readTitles({ database }: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await inBatches(ids, (batch) =>
    database.read.selectFrom("contents").where("id", "in", batch).select(["id", "title"]).execute(),
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** The segments of the same page in a variant; those of the variant if the visitor does not see such a page there. */
async function segmentsInVariant(
  context: Context,
  page: SitePlace,
  siteSpace: SiteSpacePart,
): Promise<string[]> {
  const { view, section, visit, site } = page;
  const space =
    siteSpace.spaceId === page.space.id
      ? page.space
      : await findPublishedSpace(context, site, siteSpace.spaceId);
  const id = space && (await findVisiblePage(space.content, slugsOf(page), visit.visitor.claims));
  return space === undefined || id === undefined
    ? siteSpaceSegments({ section, siteSpace }, reservedPaths(view.all))
    : findPageSegments(view, { section, siteSpace, space, visit }, id);
}
