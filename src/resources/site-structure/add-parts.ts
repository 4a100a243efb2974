import { type Membership, resolveContentRoles } from "../../access/content-roles.ts";
import { slugOf } from "../../content/pages/slug.ts";
import type { Context } from "../../context.ts";
import type { Reader } from "../../database/database.ts";
import type { ContentTable } from "../../database/tables.ts";
import { notFound } from "../../errors.ts";
import { newId } from "../../ids.ts";
import {
  addGroup,
  addSection,
  addSiteSpace,
  type NewSection,
  type NewSiteSpace,
} from "../../publishing/edit-structure.ts";
import { hasSections, shownFirst } from "../../publishing/structure.ts";
import { requireContentRole } from "../contents/access.ts";
import { findContent } from "../contents/store.ts";
import { changeStructure } from "./change-structure.ts";
import { readStructure, type SiteRef } from "./store.ts";

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

/** A space that the caller may show to readers. */
export async function requirePublishable(
  db: Reader,
  member: Membership,
  spaceId: string,
): Promise<Map<string, ContentTable>> {
  return requireAllPublishable(db, member, [spaceId], () => "spaceId");
}

/** The same of several. What somebody could not change themselves they cannot publish either. */
export async function requireAllPublishable(
  db: Reader,
  member: Membership,
  spaceIds: readonly string[],
  fieldOf = (index: number) => `spaces[${index}]`,
): Promise<Map<string, ContentTable>> {
  const spaces = await findSpaceContents(db, member.organizationId, spaceIds);
  const roles = await resolveContentRoles(db, member, [...spaces.keys()]);
  for (const [index, id] of spaceIds.entries()) {
    const role = roles.get(id);
    if (!spaces.has(id) || role === undefined) throw notFound(`${fieldOf(index)}: Space`);
    requireContentRole(role, "create", "space");
  }
  return spaces;
}

async function findSpaceContents(
  db: Reader,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, ContentTable>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("contents")
    .where("organization_id", "=", organizationId)
    .where("id", "in", [...new Set(ids)])
    .where("kind", "=", "space")
    .where("deleted_at", "is", null)
    .selectAll()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Spaces as they come into a site, called by their titles. */
export async function newSiteSpaces(
  spaceIds: readonly string[],
  spaces: ReadonlyMap<string, ContentTable>,
): Promise<(NewSiteSpace & { readonly title: string })[]> {
  const slugs = new Map<string, string>();
  for (const { title } of spaces.values()) slugs.set(title, await slugOf(title));
  return spaceIds.map((spaceId) => {
    const title = spaces.get(spaceId)?.title ?? "";
    return { id: newId(), spaceId, path: slugs.get(title) ?? "", title };
  });
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
