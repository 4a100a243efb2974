import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { newId } from "../platform/index.ts";
import { type Flag, preparedShared, type Reader, toFlag, type Writer } from "../storage/database/index.ts";
import { removeFromStructure } from "./edit-structure.ts";
import { insertFormerSitePaths, sitePathsOf } from "./former-site-paths.ts";
import type { PreviewedContent } from "./site-store.ts";
import {
  groupsOf,
  type SiteSpacePart,
  type Structure,
  type StructureItem,
  sectionsOf,
  siteSpacesOf,
} from "./structure.ts";

export interface SiteRef {
  readonly id: string;
  readonly organization_id: string;
  readonly preview?: PreviewedContent;
}

/** The parts of a site, and its version. A single statement reads all of them from one snapshot. */
const findParts = preparedShared<{ organizationId: string; siteId: string }, PartRow>((db, value) => ({
  compile: () =>
    sql<PartRow>`
    select 'site-space' as kind, site_spaces.id, section_id as parent_id, space_id, site_spaces.position,
      path, is_default, condition, null as title, null as description, null as icon, deleted_at,
      is_draft, is_hidden, source_key, null as version
    from site_spaces join contents on contents.id = space_id
    where site_spaces.organization_id = ${value("organizationId")} and site_id = ${value("siteId")}
    union all
    select 'site-section', id, group_id, null, position,
      path, is_default, condition, title, description, icon, null, is_draft, 0, source_key, null
    from site_sections where organization_id = ${value("organizationId")} and site_id = ${value("siteId")}
    union all
    select 'site-section-group', id, parent_id, null, position,
      null, 0, null, title, null, icon, null, is_draft, 0, source_key, null
    from site_section_groups where organization_id = ${value("organizationId")} and site_id = ${value("siteId")}
    union all
    select 'site', id, null, null, '', null, 0, null, null, null, null, null, 0, 0, null, structure_version
    from sites where organization_id = ${value("organizationId")} and id = ${value("siteId")}
  `.compile(db),
}));

/** Reads the structure of a site. The caller may edit it. */
export async function readStructure(db: Reader, site: SiteRef): Promise<Structure> {
  return buildStructure(await findParts(db, { organizationId: site.organization_id, siteId: site.id }));
}

const findVersion = preparedShared<{ organizationId: string; siteId: string }, { structure_version: string }>(
  (db, value) =>
    db
      .selectFrom("sites")
      .where("organization_id", "=", value("organizationId"))
      .where("id", "=", value("siteId"))
      .select("structure_version"),
);

interface KnownStructure {
  readonly version: string;
  readonly structure: Structure;
}

const knownStructures = new LRUCache<string, KnownStructure>({
  maxSize: 20_000,
  sizeCalculation: ({ structure }) =>
    10 + siteSpacesOf(structure).length + sectionsOf(structure).length + groupsOf(structure).length,
});

/**
 * Reads the structure of a site, for reading only. While no part changes, only its version is read and the result is the same
 * object, so that what was computed from it can be found again by identity.
 */
export async function readSharedStructure(db: Reader, site: SiteRef): Promise<Structure> {
  const keys = { organizationId: site.organization_id, siteId: site.id };
  const [row] = await findVersion(db, keys);
  const known = knownStructures.get(site.id);
  if (known !== undefined && known.version === row?.structure_version) return known.structure;
  const rows = await findParts(db, keys);
  const structure = buildStructure(rows);
  // The version that was found may be another one: that of the primary, if a replica has answered since.
  const version = rows.find(({ kind }) => kind === "site")?.version;
  if (typeof version === "string") knownStructures.set(site.id, { version, structure });
  return structure;
}

interface PartRow {
  kind: "site-space" | "site-section" | "site-section-group" | "site";
  id: string;
  /** The section of a site space, or the group of a section or a group. */
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
  is_draft: Flag;
  is_hidden: Flag;
  source_key: string | null;
  /** Of the site itself. */
  version: string | null;
}

function buildStructure(rows: readonly PartRow[]): Structure {
  const children = Map.groupBy(rows.toSorted(byPosition), (row) => `${row.kind} ${row.parent_id ?? ""}`);
  const childrenOf = (kind: PartRow["kind"], parentId = "") => children.get(`${kind} ${parentId}`) ?? [];
  const partOf = ({ id, position, is_draft, source_key }: PartRow) => ({
    id,
    position,
    isDraft: is_draft === 1,
    sourceKey: source_key,
  });
  const addressOf = ({ path, is_default, condition }: PartRow) => ({
    path: path ?? "",
    isDefault: is_default === 1,
    condition,
  });
  const siteSpacesIn = (sectionId?: string): SiteSpacePart[] =>
    childrenOf("site-space", sectionId).map((row) => ({
      ...partOf(row),
      ...addressOf(row),
      spaceId: row.space_id ?? "",
      isHidden: row.is_hidden === 1,
      isTrashed: row.deleted_at !== null,
    }));
  const itemsIn = (groupId?: string): StructureItem[] => {
    const sections = childrenOf("site-section", groupId).map((row) => ({
      kind: "site-section" as const,
      ...partOf(row),
      ...addressOf(row),
      title: row.title ?? "",
      description: row.description,
      icon: row.icon,
      siteSpaces: siteSpacesIn(row.id),
    }));
    const groups = childrenOf("site-section-group", groupId).map((row) => ({
      kind: "site-section-group" as const,
      ...partOf(row),
      title: row.title ?? "",
      icon: row.icon,
      children: itemsIn(row.id),
    }));
    return [...sections, ...groups].sort(byPosition);
  };
  return { siteSpaces: siteSpacesIn(), items: itemsIn() };
}

type Positioned = Pick<PartRow, "position" | "id">;

function byPosition(a: Positioned, b: Positioned): number {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** A condition on rows of `site_spaces` joined with `site_sections`: neither they nor the groups around them are drafts. */
export const isLive = sql<boolean>`(
  site_spaces.is_draft = 0 and coalesce(site_sections.is_draft, 0) = 0 and not exists (
    select 1 from site_section_groups as inner_group
    left join site_section_groups as outer_group on outer_group.id = inner_group.parent_id
    where inner_group.id = site_sections.group_id
    and (inner_group.is_draft = 1 or outer_group.is_draft = 1)
  )
)`;

/** The live site spaces that show a space, with the conditions on them. Does not read the whole structure. */
export function findSiteSpacesOf(db: Reader, site: SiteRef, spaceId: string) {
  return db
    .selectFrom("site_spaces")
    .leftJoin("site_sections", "site_sections.id", "site_spaces.section_id")
    .innerJoin("contents", "contents.id", "site_spaces.space_id")
    .where("site_spaces.organization_id", "=", site.organization_id)
    .where("site_spaces.site_id", "=", site.id)
    .where("site_spaces.space_id", "=", spaceId)
    .where("contents.deleted_at", "is", null)
    .where(isLive)
    .select(["site_spaces.id", "site_spaces.condition", "site_sections.condition as section_condition"])
    .execute();
}

/** Reads the structure of a site, lets `change` edit it, and writes the rows that differ. */
export async function changeStructure<T>(trx: Writer, site: SiteRef, change: (structure: Structure) => T) {
  const structure = await readStructure(trx, site);
  const [before, pathsBefore] = [rowsOf(structure), sitePathsOf(structure)];
  const result = change(structure);
  const changes = diffRows(before, rowsOf(structure));
  if (changes.every(({ added, updated, removed }) => added.length + updated.length + removed.length === 0))
    return result;
  await setNextVersion(trx, [site.id]);
  const siteKeys = { organization_id: site.organization_id, site_id: site.id };
  // Foreign keys: parents are inserted before their children, and deleted after them.
  for (const { table, added, updated } of changes) {
    for (let i = 0; i < added.length; i += batchSize)
      await trx
        .insertInto(table)
        .values(added.slice(i, i + batchSize).map(([id, row]) => ({ ...siteKeys, id, ...row })))
        .execute();
    for (const [id, row] of updated)
      await trx.updateTable(table).set(row).where("site_id", "=", site.id).where("id", "=", id).execute();
  }
  for (const { table, removed } of changes.toReversed())
    if (removed.length > 0)
      await trx.deleteFrom(table).where("site_id", "=", site.id).where("id", "in", removed).execute();
  await insertFormerSitePaths(trx, site, pathsBefore, sitePathsOf(structure));
  return result;
}

/** Random versions: a number could be given again after a transaction that failed. */
async function setNextVersion(trx: Writer, siteIds: readonly string[]): Promise<void> {
  if (siteIds.length === 0) return;
  await trx.updateTable("sites").set({ structure_version: newId() }).where("id", "in", siteIds).execute();
}

/** Notes that a space was moved to the trash or restored, in the structures of the sites that show it. */
export async function noteTrashedInSites(trx: Writer, spaceId: string): Promise<void> {
  const sites = await trx
    .selectFrom("site_spaces")
    .where("space_id", "=", spaceId)
    .select("site_id")
    .distinct()
    .execute();
  await setNextVersion(
    trx,
    sites.map(({ site_id }) => site_id),
  );
}

/** Rows per statement: databases limit the number of parameters. */
const batchSize = 1000;

const partTables = ["site_section_groups", "site_sections", "site_spaces"] as const;

type Rows = ReturnType<typeof rowsOf>;

/** The rows that differ, in the order of `partTables`. Each row is compared once, since a site may have thousands. */
function diffRows(before: Rows, after: Rows) {
  return partTables.map((table) => {
    const rows = [...after[table]];
    const isUpdated = ([id, row]: (typeof rows)[number]) => {
      const previous = before[table].get(id);
      return previous !== undefined && JSON.stringify(previous) !== JSON.stringify(row);
    };
    return {
      table,
      added: rows.filter(([id]) => !before[table].has(id)),
      updated: rows.filter(isUpdated),
      removed: [...before[table].keys()].filter((id) => !after[table].has(id)),
    };
  });
}

/** The rows of a structure by table and id, without the columns of the site. */
function rowsOf(structure: Structure) {
  const groups = new Map(
    groupsOf(structure).flatMap(({ id, children }) => children.map((child) => [child.id, id])),
  );
  return {
    site_section_groups: new Map(
      groupsOf(structure).map((group) => {
        const { id, title, icon } = group;
        return [id, { parent_id: groups.get(id) ?? null, ...columnsOf(group), title, icon }];
      }),
    ),
    site_sections: new Map(
      sectionsOf(structure).map((section) => {
        const { id, path, isDefault, condition, title, description, icon } = section;
        const is_default = toFlag(isDefault);
        const columns = { path, is_default, condition, title, description, icon };
        return [id, { group_id: groups.get(id) ?? null, ...columnsOf(section), ...columns }];
      }),
    ),
    site_spaces: new Map(
      siteSpacesOf(structure).map(({ siteSpace, section }) => {
        const { id, spaceId: space_id, path, isDefault, isHidden, condition } = siteSpace;
        const [is_default, is_hidden] = [toFlag(isDefault), toFlag(isHidden)];
        const columns = { space_id, path, is_default, is_hidden, condition };
        return [id, { section_id: section?.id ?? null, ...columnsOf(siteSpace), ...columns }];
      }),
    ),
  };
}

function columnsOf({ position, isDraft, sourceKey }: StructureItem | SiteSpacePart) {
  return { position, is_draft: toFlag(isDraft), source_key: sourceKey };
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
