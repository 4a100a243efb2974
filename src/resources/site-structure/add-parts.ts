import { type Membership, resolveContentRole } from "../../access/content-roles.ts";
import { slugOf } from "../../content/pages/slug.ts";
import type { Context } from "../../context.ts";
import type { Reader } from "../../database/database.ts";
import type { ContentTable } from "../../database/tables.ts";
import { notFound } from "../../errors.ts";
import { newId } from "../../ids.ts";
import { addGroup, addSection, addSiteSpace, type NewSection } from "../../publishing/edit-structure.ts";
import { hasSections, shownFirst } from "../../publishing/structure.ts";
import { requireContentRole } from "../contents/access.ts";
import { findContent } from "../contents/store.ts";
import { changeStructure, readStructure, type SiteRef } from "./store.ts";

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
  });
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
  });
  return added.id;
}

/** Adds a group to a site, with these sections in it; its id. */
export async function addGroupToSite(
  { database }: Context,
  site: SiteRef,
  given: { title: string; icon?: string | null; sections?: readonly string[] },
): Promise<string> {
  const added = { id: newId(), title: given.title, icon: given.icon ?? null };
  await database.write((trx) =>
    changeStructure(trx, site, (structure) => addGroup(structure, added, given.sections ?? [])),
  );
  return added.id;
}

/** A space that the caller may show to readers: what they could not change themselves they cannot publish either. */
export async function requirePublishable(
  db: Reader,
  member: Membership,
  spaceId: string,
  field = "spaceId",
): Promise<ContentTable> {
  const space = await findContent(db, member.organizationId, spaceId);
  const role = space && (await resolveContentRole(db, member, spaceId));
  if (space?.kind !== "space" || space.deleted_at !== null || !role) throw notFound(`${field}: Space`);
  requireContentRole(role, "create", "space");
  return space;
}

export async function newSiteSpace(db: Reader, member: Membership, spaceId: string, field?: string) {
  const { title } = await requirePublishable(db, member, spaceId, field);
  return { id: newId(), spaceId, path: await slugOf(title), title };
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
