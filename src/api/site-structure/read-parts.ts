import {
  findGroup,
  findSection,
  findSiteSpace,
  type PartRef,
  readStructureView,
  type StructureView,
  sectionsOf,
  siteSpacesIn,
  siteSpacesOf,
  sortKeysOf,
} from "../../publishing/index.ts";
import { type Call, type Page, paginateArray } from "../http/index.ts";
import type { OnReadableSite } from "../sites/index.ts";
import { StructurePresenter } from "./present.ts";
import type { SiteSection, SiteSectionGroup, SiteSpace } from "./schema.ts";

type SiteCall = Call & OnReadableSite;

/** The structure of the site, and what the caller sees of it. */
export function readView({ context, site, visitorAccess }: SiteCall): Promise<StructureView> {
  return readStructureView(context.database.read, site, visitorAccess?.claims);
}

/** Reads a site space; one in the trash is found only with `inTrash`. */
export async function readSiteSpace(call: SiteCall, id: string, inTrash = false): Promise<SiteSpace> {
  const { all, visible } = await readView(call);
  const found =
    siteSpacesOf(visible).find(({ siteSpace }) => siteSpace.id === id) ??
    findSiteSpace(inTrash ? all : visible, id);
  return (await StructurePresenter.load(call, all, [found])).siteSpace(found);
}

export async function readSection(call: SiteCall, id: string, inTrash = false): Promise<SiteSection> {
  const { all, visible } = await readView(call);
  const found =
    sectionsOf(visible).find((section) => section.id === id) ?? findSection(inTrash ? all : visible, id);
  return (await StructurePresenter.load(call, all, siteSpacesIn([found]))).section(found);
}

export async function readGroup(call: SiteCall, id: string): Promise<SiteSectionGroup> {
  const { all, visible } = await readView(call);
  const group = findGroup(visible, id);
  return (await StructurePresenter.load(call, all, siteSpacesIn(group.sections))).group(group);
}

/** Reads a part after a change, also if it is in the trash. */
export function readPart(call: SiteCall, { type, id }: PartRef) {
  if (type === "site-space") return readSiteSpace(call, id, true);
  return type === "site-section" ? readSection(call, id, true) : readGroup(call, id);
}

/**
 * One page of parts in order. It continues after the last part of the previous page even if that part has got another
 * parent: creating the first section changes the sort keys of all site spaces.
 */
export function pageOfParts<Part>(
  call: Call<unknown, { page?: string; limit: number }>,
  { all }: StructureView,
  parts: readonly Part[],
  idOf: (part: Part) => string,
): Page<Part> {
  const keys = sortKeysOf(all);
  const keyOf = (part: Part) => keys.get(idOf(part)) ?? "";
  const behind = (last: string) => {
    const index = parts.findIndex((part) => ownKey(keyOf(part)) === ownKey(last));
    return index === -1 ? parts.filter((part) => keyOf(part) > last) : parts.slice(index + 1);
  };
  return paginateArray(call, parts, keyOf, { itemsAfter: behind });
}

/** The part of a sort key after the key of the parent. */
function ownKey(key: string): string {
  return key.split("/").slice(-2).join("/");
}
