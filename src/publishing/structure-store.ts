import { sql } from "kysely";
import { type Flag, type Reader, toFlag, type Writer } from "../storage/database/index.ts";
import { removeFromStructure } from "./edit-structure.ts";
import { groupsOf, type SiteSpacePart, type Structure, sectionsOf, siteSpacesOf } from "./structure.ts";

export interface SiteRef {
  readonly id: string;
  readonly organization_id: string;
}

/** Reads the structure of a site. A single statement reads all parts from one snapshot. */
export async function readStructure(db: Reader, site: SiteRef): Promise<Structure> {
  const { rows } = await sql<PartRow>`
    select 'site-space' as kind, site_spaces.id, section_id as parent_id, space_id, site_spaces.position,
      path, is_default, condition, null as title, null as description, null as icon, deleted_at
    from site_spaces join contents on contents.id = space_id
    where site_spaces.organization_id = ${site.organization_id} and site_id = ${site.id}
    union all
    select 'site-section', id, group_id, null, position,
      path, is_default, condition, title, description, icon, null
    from site_sections where organization_id = ${site.organization_id} and site_id = ${site.id}
    union all
    select 'site-section-group', id, null, null, position,
      null, 0, null, title, null, icon, null
    from site_section_groups where organization_id = ${site.organization_id} and site_id = ${site.id}
  `.execute(db);
  return buildStructure(rows);
}

interface PartRow {
  kind: "site-space" | "site-section" | "site-section-group";
  id: string;
  /** The section of a site space, or the group of a section. */
  parent_id: string | null;
  space_id: string | null;
  position: string;
  path: string | null;
  is_default: Flag;
  condition: string | null;
  title: string | null;
  description: string | null;
  icon: string | null;
  deleted_at: string | null;
}

function buildStructure(rows: readonly PartRow[]): Structure {
  const children = Map.groupBy(rows.toSorted(byPosition), (row) => `${row.kind} ${row.parent_id ?? ""}`);
  const childrenOf = (kind: PartRow["kind"], parentId = "") => children.get(`${kind} ${parentId}`) ?? [];
  const siteSpacesIn = (sectionId?: string): SiteSpacePart[] =>
    childrenOf("site-space", sectionId).map(({ id, space_id, position, path, is_default, ...row }) => ({
      id,
      spaceId: space_id ?? "",
      position,
      path: path ?? "",
      isDefault: is_default === 1,
      condition: row.condition,
      isTrashed: row.deleted_at !== null,
    }));
  const sectionsIn = (groupId?: string) =>
    childrenOf("site-section", groupId).map(({ id, position, path, is_default, title, ...row }) => ({
      kind: "site-section" as const,
      id,
      position,
      path: path ?? "",
      isDefault: is_default === 1,
      condition: row.condition,
      title: title ?? "",
      description: row.description,
      icon: row.icon,
      siteSpaces: siteSpacesIn(id),
    }));
  const groups = childrenOf("site-section-group").map(({ id, position, title, icon }) => ({
    kind: "site-section-group" as const,
    id,
    position,
    title: title ?? "",
    icon,
    sections: sectionsIn(id),
  }));
  return { siteSpaces: siteSpacesIn(), items: [...sectionsIn(), ...groups].sort(byPosition) };
}

type Positioned = Pick<PartRow, "position" | "id">;

function byPosition(a: Positioned, b: Positioned): number {
  return `${a.position} ${a.id}` < `${b.position} ${b.id}` ? -1 : 1;
}

/** The site spaces that show a space, with the conditions on them. Does not read the whole structure. */
export function findSiteSpacesOf(db: Reader, site: SiteRef, spaceId: string) {
  return db
    .selectFrom("site_spaces")
    .leftJoin("site_sections", "site_sections.id", "site_spaces.section_id")
    .innerJoin("contents", "contents.id", "site_spaces.space_id")
    .where("site_spaces.organization_id", "=", site.organization_id)
    .where("site_spaces.site_id", "=", site.id)
    .where("site_spaces.space_id", "=", spaceId)
    .where("contents.deleted_at", "is", null)
    .select(["site_spaces.id", "site_spaces.condition", "site_sections.condition as section_condition"])
    .execute();
}

/** Reads the structure of a site, lets `change` edit it, and writes the rows that differ. */
export async function changeStructure<T>(trx: Writer, site: SiteRef, change: (structure: Structure) => T) {
  const structure = await readStructure(trx, site);
  const before = rowsOf(structure);
  const result = change(structure);
  const after = rowsOf(structure);
  const siteKeys = { organization_id: site.organization_id, site_id: site.id };
  // Foreign keys: parents are inserted before their children, and deleted after them.
  for (const table of partTables) {
    const added = [...after[table]].filter(([id]) => !before[table].has(id));
    for (let i = 0; i < added.length; i += batchSize)
      await trx
        .insertInto(table)
        .values(added.slice(i, i + batchSize).map(([id, row]) => ({ ...siteKeys, id, ...row })))
        .execute();
    for (const [id, row] of after[table]) {
      const previous = before[table].get(id);
      if (previous !== undefined && JSON.stringify(previous) !== JSON.stringify(row))
        await trx.updateTable(table).set(row).where("site_id", "=", site.id).where("id", "=", id).execute();
    }
  }
  for (const table of partTables.toReversed()) {
    const removed = [...before[table].keys()].filter((id) => !after[table].has(id));
    if (removed.length > 0)
      await trx.deleteFrom(table).where("site_id", "=", site.id).where("id", "in", removed).execute();
  }
  return result;
}

/** Rows per statement: databases limit the number of parameters. */
const batchSize = 1000;

const partTables = ["site_section_groups", "site_sections", "site_spaces"] as const;

/** The rows of a structure by table and id, without the columns of the site. */
function rowsOf(structure: Structure) {
  const groups = new Map(
    groupsOf(structure).flatMap(({ id, sections }) => sections.map((section) => [section, id])),
  );
  return {
    site_section_groups: new Map(
      groupsOf(structure).map(({ id, position, title, icon }) => [id, { position, title, icon }]),
    ),
    site_sections: new Map(
      sectionsOf(structure).map((section) => {
        const { id, position, path, isDefault, condition, title, description, icon } = section;
        const group_id = groups.get(section) ?? null;
        const is_default = toFlag(isDefault);
        return [id, { group_id, position, path, is_default, condition, title, description, icon }];
      }),
    ),
    site_spaces: new Map(
      siteSpacesOf(structure).map(({ siteSpace, section }) => {
        const { id, spaceId: space_id, position, path, isDefault, condition } = siteSpace;
        const is_default = toFlag(isDefault);
        return [id, { section_id: section?.id ?? null, space_id, position, path, is_default, condition }];
      }),
    ),
  };
}

/** Removes spaces from all sites, before they are deleted or transferred to another organization. */
export async function removeSpacesFromSites(trx: Writer, spaceIds: readonly string[]): Promise<void> {
  const sites = await trx
    .selectFrom("site_spaces")
    .where("space_id", "in", spaceIds)
    .select(["site_id as id", "organization_id"])
    .distinct()
    .execute();
  for (const site of sites) {
    await changeStructure(trx, site, (structure) => {
      for (const { siteSpace } of siteSpacesOf(structure))
        if (spaceIds.includes(siteSpace.spaceId))
          removeFromStructure(structure, { type: "site-space", id: siteSpace.id });
    });
  }
}
