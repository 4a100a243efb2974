import { slugOf } from "../../content/pages/index.ts";
import type { Membership } from "../../identity/roles/index.ts";
import { newId, notFound } from "../../platform/index.ts";
import {
  addGroup,
  addSection,
  addSiteSpace,
  changeStructure,
  hasSections,
  type NewSection,
  readStructure,
  type SiteRef,
  shownFirst,
} from "../../publishing/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import { findContent } from "../library-items/index.ts";
import { newSiteSpaces, requirePublishable } from "../sites/index.ts";

/** Shows a space in a site; the id of the site space. */
export async function addSpaceToSite(
  { database }: Context,
  member: Membership,
  site: SiteRef,
  { spaceId, sectionId }: { spaceId: string; sectionId?: string },
): Promise<string> {
  const added = await newSiteSpace(database.read, member, spaceId);
  await database.write(async (trx) => {
    await requirePublishable(trx, member, spaceId);
    await changeStructure(trx, site, (structure) => addSiteSpace(structure, added, sectionId));
  }, site.id);
  return added.id;
}

/** Adds a section with one space to a site; its id. */
export async function addSectionToSite(
  { database }: Context,
  member: Membership,
  site: SiteRef,
  given: { spaceId: string; title?: string | null; icon?: string | null },
): Promise<string> {
  const { read } = database;
  const siteSpace = await newSiteSpace(read, member, given.spaceId);
  const added = await newSection(given.title ?? siteSpace.title, given.icon);
  const first = await firstSection(read, site);
  await database.write(async (trx) => {
    await requirePublishable(trx, member, given.spaceId);
    await changeStructure(trx, site, (structure) => addSection(structure, added, siteSpace, first));
  }, site.id);
  return added.id;
}

/** Adds a group to a site, with these sections in it; its id. */
export async function addGroupToSite(
  { database }: Context,
  site: SiteRef,
  given: { title: string; icon?: string | null; sections?: readonly string[] },
): Promise<string> {
  const added = { id: newId(), title: given.title, icon: given.icon ?? null };
  await database.write(
    (trx) => changeStructure(trx, site, (structure) => addGroup(structure, added, given.sections ?? [])),
    site.id,
  );
  return added.id;
}

async function newSiteSpace(db: Reader, member: Membership, spaceId: string) {
  const [added] = await newSiteSpaces([spaceId], await requirePublishable(db, member, spaceId));
  if (added === undefined) throw notFound("spaceId: Space");
  return added;
}

async function newSection(title: string, icon: string | null = null): Promise<NewSection> {
  // What a space is called may be too short for a section.
  return { id: newId(), path: await slugOf(title), title: title.length < 2 ? "Untitled" : title, icon };
}

/** The section that takes what is in a site without sections: called like the space that it begins with. */
async function firstSection(db: Reader, site: SiteRef): Promise<NewSection> {
  const structure = await readStructure(db, site);
  const begin = hasSections(structure) ? undefined : shownFirst(structure.siteSpaces);
  const space = begin && (await findContent(db, site.organization_id, begin.spaceId));
  return newSection(space?.title ?? "");
}
