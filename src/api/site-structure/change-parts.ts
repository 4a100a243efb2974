import type { Static } from "@sinclair/typebox";
import { slugOf } from "../../content/pages/index.ts";
import { newId, notFound } from "../../platform/index.ts";
import {
  addGroup,
  addSection,
  addSiteSpace,
  changeStructure,
  defaultOrFirst,
  findGroup,
  hasSections,
  type MovePosition,
  moveInStructure,
  type NewSection,
  type PartRef,
  readSharedStructure,
  removeFromStructure,
  type SiteRef,
  type Structure,
} from "../../publishing/index.ts";
import type { Reader } from "../../storage/database/index.ts";
import { type Call, nothingToDo } from "../http/index.ts";
import { findLibraryItem, lockLibraryItems } from "../library-items/index.ts";
import { newSiteSpace, type OnSite, requirePublishable } from "../sites/index.ts";
import type { GroupAdd } from "./schema.ts";

type SiteCall = Call & OnSite;

/** Changes the structure of a site in one transaction. */
export function changeParts<T>({ context, site }: SiteCall, change: (structure: Structure) => T): Promise<T> {
  return context.database.write((trx) => changeStructure(trx, site, change), site.id);
}

export async function removePart(call: SiteCall, type: PartRef["type"], id: string) {
  const isRemoved = await changeParts(call, (structure) => removeFromStructure(structure, { type, id }));
  return isRemoved ? undefined : nothingToDo;
}

export function movePart(call: SiteCall, item: PartRef, position?: MovePosition): Promise<void> {
  return changeParts(call, (structure) => moveInStructure(structure, item, position));
}

/** Adds a space to a site, and returns the id of the site space. */
export async function addSpaceToSite(
  call: SiteCall,
  { spaceId, sectionId }: { spaceId: string; sectionId?: string },
): Promise<string> {
  const added = await newSiteSpaceFor(call, spaceId);
  await publishSpace(call, spaceId, (structure) => addSiteSpace(structure, added, sectionId));
  return added.id;
}

/** Adds a section with one space to a site, and returns the id of the section. */
export async function addSectionToSite(
  call: SiteCall,
  { spaceId, title, icon }: { spaceId: string; title?: string | null; icon?: string | null },
): Promise<string> {
  const siteSpace = await newSiteSpaceFor(call, spaceId);
  const added = await newSection(title ?? siteSpace.title, icon);
  const initial = await initialSection(call.context.database.read, call.site);
  await publishSpace(call, spaceId, (structure) => addSection(structure, added, siteSpace, initial));
  return added.id;
}

/** Adds a group with these sections to a site, and returns the id of the group. */
export async function addGroupToSite(
  call: SiteCall,
  { title, icon = null, sections = [], parent, draft = false }: Static<typeof GroupAdd>,
): Promise<string> {
  const id = newId();
  await changeParts(call, (structure) => {
    addGroup(structure, { id, title, icon }, sections, parent);
    findGroup(structure, id).isDraft = draft;
  });
  return id;
}

async function newSiteSpaceFor({ context, member }: SiteCall, spaceId: string) {
  const [space] = await requirePublishable(context.database.read, member, [spaceId]);
  if (space === undefined) throw notFound("spaceId: Space");
  return newSiteSpace(space);
}

/** Checks the space again within the transaction: it may have been deleted or transferred in the meantime. */
async function publishSpace(
  { context, member, site }: SiteCall,
  spaceId: string,
  change: (structure: Structure) => void,
): Promise<void> {
  await context.database.write(async (trx) => {
    await lockLibraryItems(trx, site.organization_id, [spaceId]);
    await requirePublishable(trx, member, [spaceId]);
    await changeStructure(trx, site, change);
  }, site.id);
}

async function newSection(title: string, icon: string | null = null): Promise<NewSection> {
  // The title of a space may be too short for a section.
  return { id: newId(), path: slugOf(title), title: title.length < 2 ? "Untitled" : title, icon };
}

/** The section for the existing site spaces of a site without sections, named after the default one. */
async function initialSection(db: Reader, site: SiteRef): Promise<NewSection> {
  const structure = await readSharedStructure(db, site);
  const siteSpace = hasSections(structure) ? undefined : defaultOrFirst(structure.siteSpaces);
  const space = siteSpace && (await findLibraryItem(db, site.organization_id, siteSpace.spaceId));
  return newSection(space?.title ?? "");
}
