import { toFlag, type Writer } from "../storage/database/index.ts";
import { groupsOf, type Structure, sectionsOf, siteSpacesOf } from "./structure.ts";
import { readStructure, type SiteRef } from "./structure-store.ts";

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
    const added = [...after[table]].filter(([id]) => !known.has(id));
    for (let i = 0; i < added.length; i += rowsAtOnce)
      await trx
        .insertInto(table)
        .values(added.slice(i, i + rowsAtOnce).map(([id, row]) => ({ ...owned, id, ...row })))
        .execute();
    for (const [id, row] of after[table]) {
      const former = known.get(id);
      if (former !== undefined && !isSame(former, row))
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

/** A statement takes so many values, and no more. */
const rowsAtOnce = 1000;

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

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
