import type { Reader, Writer } from "../../database/database.ts";
import type { SiteSectionGroupTable, SiteSectionTable, SiteSpaceTable } from "../../database/tables.ts";
import {
  type GroupPart,
  groupsOf,
  type SectionPart,
  type SiteSpacePart,
  type Structure,
  sectionsOf,
  siteSpacesOf,
} from "../../publishing/structure.ts";

export interface SiteRef {
  readonly id: string;
  readonly organization_id: string;
}

/** What a site is made of. */
export async function readStructure(db: Reader, site: SiteRef): Promise<Structure> {
  const found = await readStructures(db, site.organization_id, [site.id]);
  return found.get(site.id) ?? { items: [], siteSpaces: [] };
}

/** The same of several sites of one organization, in as many queries. */
export async function readStructures(
  db: Reader,
  organizationId: string,
  siteIds: readonly string[],
): Promise<Map<string, Structure>> {
  if (siteIds.length === 0) return new Map();
  const [siteSpaces, sections, groups] = await Promise.all([
    db
      .selectFrom("site_spaces")
      .innerJoin("contents", "contents.id", "site_spaces.space_id")
      .where("site_spaces.organization_id", "=", organizationId)
      .where("site_spaces.site_id", "in", siteIds)
      .orderBy("site_spaces.position")
      .orderBy("site_spaces.id")
      .selectAll("site_spaces")
      .select("contents.deleted_at")
      .execute(),
    db
      .selectFrom("site_sections")
      .where("organization_id", "=", organizationId)
      .where("site_id", "in", siteIds)
      .orderBy("position")
      .orderBy("id")
      .selectAll()
      .execute(),
    db
      .selectFrom("site_section_groups")
      .where("organization_id", "=", organizationId)
      .where("site_id", "in", siteIds)
      .selectAll()
      .execute(),
  ]);
  const of = <Row extends { site_id: string }>(rows: readonly Row[], siteId: string) =>
    rows.filter(({ site_id }) => site_id === siteId);
  return new Map(
    siteIds.map((id) => [id, buildStructure(of(siteSpaces, id), of(sections, id), of(groups, id))]),
  );
}

function buildStructure(
  siteSpaces: readonly (SiteSpaceTable & { deleted_at: string | null })[],
  sections: readonly SectionRow[],
  groups: readonly SiteSectionGroupTable[],
): Structure {
  const inSection = Map.groupBy(siteSpaces, ({ section_id }) => section_id);
  const spacesIn = (section: string | null) => (inSection.get(section) ?? []).map(readSiteSpace);
  const inGroup = Map.groupBy(sections, ({ group_id }) => group_id);
  const sectionsIn = (group: string | null) =>
    (inGroup.get(group) ?? []).map((row) => readSection(row, spacesIn(row.id)));
  const items = [...sectionsIn(null), ...groups.map((row) => readGroup(row, sectionsIn(row.id)))];
  return {
    siteSpaces: spacesIn(null),
    items: items.sort((a, b) => (`${a.position} ${a.id}` < `${b.position} ${b.id}` ? -1 : 1)),
  };
}

type SectionRow = SiteSectionTable;

function readSiteSpace(row: SiteSpaceTable & { deleted_at: string | null }): SiteSpacePart {
  return {
    id: row.id,
    spaceId: row.space_id,
    position: row.position,
    path: row.path,
    isDefault: row.is_default === 1,
    condition: row.condition,
    isTrashed: row.deleted_at !== null,
  };
}

function readSection(row: SectionRow, siteSpaces: SiteSpacePart[]): SectionPart {
  const { id, position, path, condition, title, description, icon } = row;
  const isDefault = row.is_default === 1;
  return {
    kind: "site-section",
    ...{ id, position, path, isDefault, condition, title, description, icon, siteSpaces },
  };
}

function readGroup({ id, position, title, icon }: SiteSectionGroupTable, sections: SectionPart[]): GroupPart {
  return { kind: "site-section-group", id, position, title, icon, sections };
}

/** The site spaces that show this space, each with what decides who sees it; without reading all the rest. */
export function findUsesOf(db: Reader, site: SiteRef, spaceId: string) {
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

/** Reads the structure of a site, lets the work change it, and writes down what is different then. */
export async function changeStructure<T>(
  trx: Writer,
  site: SiteRef,
  change: (structure: Structure) => T,
): Promise<T> {
  const structure = await readStructure(trx, site);
  const before = rowsOf(structure);
  const result = change(structure);
  const after = rowsOf(structure);
  const owned = { organization_id: site.organization_id, site_id: site.id };
  // Parents first, so that all find what they belong to; what is gone goes the other way round.
  for (const table of partTables) {
    const known = before[table];
    for (const [id, row] of after[table]) {
      const former = known.get(id);
      if (former === undefined)
        await trx
          .insertInto(table)
          .values({ ...owned, id, ...row })
          .execute();
      else if (!isSame(former, row))
        await trx.updateTable(table).set(row).where("site_id", "=", site.id).where("id", "=", id).execute();
    }
  }
  for (const table of partTables.toReversed()) {
    const gone = [...before[table].keys()].filter((id) => !after[table].has(id));
    if (gone.length > 0)
      await trx.deleteFrom(table).where("site_id", "=", site.id).where("id", "in", gone).execute();
  }
  return result;
}

const partTables = ["site_section_groups", "site_sections", "site_spaces"] as const;

/** The rows of a structure by their ids, without what is the same for all of them. */
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
        const is_default = isDefault ? (1 as const) : (0 as const);
        return [id, { group_id, position, path, is_default, condition, title, description, icon }];
      }),
    ),
    site_spaces: new Map(
      siteSpacesOf(structure).map(({ siteSpace, section }) => {
        const { id, spaceId: space_id, position, path, isDefault, condition } = siteSpace;
        const is_default = isDefault ? (1 as const) : (0 as const);
        return [id, { section_id: section?.id ?? null, space_id, position, path, is_default, condition }];
      }),
    ),
  };
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
