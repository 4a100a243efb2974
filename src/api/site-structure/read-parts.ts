import {
  findGroup,
  findSection,
  findSiteSpace,
  livingStructure,
  type PlacedSiteSpace,
  type Pointer,
  readStructure,
  type SectionPart,
  type Structure,
  sectionsOf,
  siteSpacesOf,
  structureFor,
} from "../../publishing/index.ts";
import type { Call } from "../http/index.ts";
import type { OnSharedSite } from "../sites/index.ts";
import { StructurePresenter } from "./present.ts";
import type { SiteSection, SiteSectionGroup, SiteSpace } from "./schema.ts";

type SiteCall = Call & OnSharedSite;

/** All that a site is made of, and what of it the caller sees: members all but what is in the trash. */
export async function readForCaller({ context, site, admission }: SiteCall) {
  const all = await readStructure(context.database.read, site);
  const claims = admission?.claims;
  return { all, shown: claims ? structureFor(all, claims) : livingStructure(all), claims };
}

/** A part by its id; what is in the trash is found only where that is asked for. */
export async function readSiteSpace(call: SiteCall, id: string, inTrash = false): Promise<SiteSpace> {
  const { all, shown } = await readForCaller(call);
  const placed = siteSpacesOf(shown).find(({ siteSpace }) => siteSpace.id === id);
  const found = placed ?? findSiteSpace(inTrash ? all : shown, id);
  return (await presenterOf(call, all, [found])).siteSpace(found);
}

export async function readSection(call: SiteCall, id: string, inTrash = false): Promise<SiteSection> {
  const { all, shown } = await readForCaller(call);
  const section = sectionsOf(shown).find((part) => part.id === id);
  const found = section ?? findSection(inTrash ? all : shown, id);
  return (await presenterOf(call, all, spacesIn([found]))).section(found);
}

export async function readGroup(call: SiteCall, id: string): Promise<SiteSectionGroup> {
  const { all, shown } = await readForCaller(call);
  const group = findGroup(shown, id);
  return (await presenterOf(call, all, spacesIn(group.sections))).group(group);
}

/** A part that was changed a moment ago: it is shown also while it is in the trash. */
export function readItem(call: SiteCall, { type, id }: Pointer) {
  if (type === "site-space") return readSiteSpace(call, id, true);
  return type === "site-section" ? readSection(call, id, true) : readGroup(call, id);
}

export function presenterOf(call: SiteCall, all: Structure, shown: readonly PlacedSiteSpace[]) {
  return StructurePresenter.of(call.context, call, all, shown);
}

export function spacesIn(sections: readonly SectionPart[]): PlacedSiteSpace[] {
  return sections.flatMap((section) => section.siteSpaces.map((siteSpace) => ({ siteSpace, section })));
}
