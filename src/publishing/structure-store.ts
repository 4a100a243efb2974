import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { newId } from "../platform/index.ts";
import { type Flag, preparedShared, type Reader, toFlag, type Writer } from "../storage/database/index.ts";
import { removeFromStructure } from "./edit-structure.ts";
import { insertFormerSitePaths, sitePathsOf } from "./former-site-paths.ts";
import type { PreviewedContent } from "./site-store.ts";
import {
  type GroupPart,
  groupsOf,
  type SectionPart,
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

/**
 * Lets `change` edit the structure of a site, and writes the rows of the parts that differ. What is known of the structure is not read
 * again, unless another process has changed it.
 */
export async function changeStructure<T>(trx: Writer, site: SiteRef, change: (structure: Structure) => T) {
  const before = await readSharedStructure(trx, site);
  const structure = copyStructure(before);
  const result = change(structure);
  const { added, updated, removed } = diffParts(partsOf(before), partsOf(structure));
  if (added.length + updated.length + removed.length === 0) return result;
  const version = await setNextVersion(trx, [site.id]);
  const siteKeys = { organization_id: site.organization_id, site_id: site.id };
  // Foreign keys: parents are inserted before their children, and deleted after them.
  for (const table of partTables) {
    const rows = added
      .filter((part) => part.table === table)
      .map((part) => ({ ...siteKeys, ...rowOf(part) }));
    for (let i = 0; i < rows.length; i += batchSize)
      await trx
        .insertInto(table)
        .values(rows.slice(i, i + batchSize))
        .execute();
  }
  for (const part of updated)
    await trx
      .updateTable(part.table)
      .set(rowOf(part))
      .where("site_id", "=", site.id)
      .where("id", "=", part.part.id)
      .execute();
  for (const table of partTables.toReversed()) {
    const ids = removed.filter((part) => part.table === table).map(({ part }) => part.id);
    if (ids.length > 0)
      await trx.deleteFrom(table).where("site_id", "=", site.id).where("id", "in", ids).execute();
  }
  await insertFormerSitePaths(trx, site, sitePathsOf(before), sitePathsOf(structure));
  // If the transaction fails, no one finds this version.
  knownStructures.set(site.id, { version, structure });
  return result;
}

/** A copy to edit. */
function copyStructure({ items, siteSpaces }: Structure): Structure {
  return { items: items.map(copyItem), siteSpaces: siteSpaces.map(copyPart) };
}

function copyItem(item: StructureItem): StructureItem {
  if (item.kind === "site-section") return { ...item, siteSpaces: item.siteSpaces.map(copyPart) };
  return { ...item, children: item.children.map(copyItem) };
}

const copyPart = (part: SiteSpacePart): SiteSpacePart => ({ ...part });

/** Random versions: a number could be given again after a transaction that failed. */
async function setNextVersion(trx: Writer, siteIds: readonly string[]): Promise<string> {
  const version = newId();
  if (siteIds.length > 0)
    await trx.updateTable("sites").set({ structure_version: version }).where("id", "in", siteIds).execute();
  return version;
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

/** A part with its table, and the id of the part that contains it. */
type PlacedPart = { readonly parentId: string | null } & (
  | { readonly table: "site_section_groups"; readonly part: GroupPart }
  | { readonly table: "site_sections"; readonly part: SectionPart }
  | { readonly table: "site_spaces"; readonly part: SiteSpacePart }
);

/** All parts of a structure by id. */
function partsOf(structure: Structure): Map<string, PlacedPart> {
  const parts = new Map<string, PlacedPart>();
  const addSiteSpaces = (siteSpaces: readonly SiteSpacePart[], parentId: string | null) => {
    for (const part of siteSpaces) parts.set(part.id, { table: "site_spaces", part, parentId });
  };
  const addItems = (items: readonly StructureItem[], parentId: string | null) => {
    for (const part of items) {
      if (part.kind === "site-section") {
        parts.set(part.id, { table: "site_sections", part, parentId });
        addSiteSpaces(part.siteSpaces, part.id);
      } else {
        parts.set(part.id, { table: "site_section_groups", part, parentId });
        addItems(part.children, part.id);
      }
    }
  };
  addItems(structure.items, null);
  addSiteSpaces(structure.siteSpaces, null);
  return parts;
}

/** The parts whose rows differ. Rows are made of these only, since a site may have thousands. */
function diffParts(before: ReadonlyMap<string, PlacedPart>, after: ReadonlyMap<string, PlacedPart>) {
  const [added, updated]: [PlacedPart[], PlacedPart[]] = [[], []];
  for (const [id, placed] of after) {
    const previous = before.get(id);
    if (previous === undefined) added.push(placed);
    else if (previous.parentId !== placed.parentId || differs(previous.part, placed.part))
      updated.push(placed);
  }
  const removed = [...before.values()].filter(({ part }) => !after.has(part.id));
  return { added, updated, removed };
}

/** Whether two versions of a part differ in themselves, not in the parts that they contain. */
function differs<Part extends object>(before: Part, after: Part): boolean {
  for (const name in after) if (before[name] !== after[name] && !Array.isArray(after[name])) return true;
  return false;
}

/** The row of a part, without the columns of the site. */
function rowOf({ table, part, parentId }: PlacedPart) {
  const { id, position, isDraft, sourceKey } = part;
  const own = { id, position, is_draft: toFlag(isDraft), source_key: sourceKey };
  if (table === "site_section_groups") {
    const { title, icon } = part;
    return { ...own, parent_id: parentId, title, icon };
  }
  const { path, isDefault, condition } = part;
  const addressed = { ...own, path, is_default: toFlag(isDefault), condition };
  if (table === "site_sections") {
    const { title, description, icon } = part;
    return { ...addressed, group_id: parentId, title, description, icon };
  }
  const { spaceId, isHidden } = part;
  return { ...addressed, section_id: parentId, space_id: spaceId, is_hidden: toFlag(isHidden) };
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
