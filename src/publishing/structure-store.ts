import { sql } from "kysely";
import type { Flag, Reader } from "../storage/database/index.ts";
import type { GroupPart, SectionPart, SiteSpacePart, Structure } from "./structure.ts";

export interface SiteRef {
  readonly id: string;
  readonly organization_id: string;
}

/** What a site is made of. In one statement, since what changes between two would not fit together. */
export async function readStructure(db: Reader, site: SiteRef): Promise<Structure> {
  const rows = await selectSiteSpaces(db, site)
    .unionAll(selectSections(db, site))
    .unionAll(selectGroups(db, site))
    .execute();
  return buildStructure(rows);
}

interface PartRow {
  kind: "site-space" | "site-section" | "site-section-group";
  id: string;
  /** What it is in: a section or a group. */
  around: string | null;
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

const noText = sql<string | null>`cast(null as text)`;

function selectSiteSpaces(db: Reader, site: SiteRef) {
  return db
    .selectFrom("site_spaces")
    .innerJoin("contents", "contents.id", "site_spaces.space_id")
    .where("site_spaces.organization_id", "=", site.organization_id)
    .where("site_spaces.site_id", "=", site.id)
    .select([
      sql<PartRow["kind"]>`cast('site-space' as text)`.as("kind"),
      "site_spaces.id",
      "site_spaces.section_id as around",
      sql<string | null>`site_spaces.space_id`.as("space_id"),
      "site_spaces.position",
      sql<string | null>`site_spaces.path`.as("path"),
      "site_spaces.is_default",
      "site_spaces.condition",
      noText.as("title"),
      noText.as("description"),
      noText.as("icon"),
      "contents.deleted_at",
    ]);
}

function selectSections(db: Reader, site: SiteRef) {
  return db
    .selectFrom("site_sections")
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .select([
      sql<PartRow["kind"]>`cast('site-section' as text)`.as("kind"),
      "id",
      "group_id as around",
      noText.as("space_id"),
      "position",
      sql<string | null>`path`.as("path"),
      "is_default",
      "condition",
      sql<string | null>`title`.as("title"),
      "description",
      "icon",
      noText.as("deleted_at"),
    ]);
}

function selectGroups(db: Reader, site: SiteRef) {
  return db
    .selectFrom("site_section_groups")
    .where("organization_id", "=", site.organization_id)
    .where("site_id", "=", site.id)
    .select([
      sql<PartRow["kind"]>`cast('site-section-group' as text)`.as("kind"),
      "id",
      noText.as("around"),
      noText.as("space_id"),
      "position",
      noText.as("path"),
      sql<Flag>`cast(0 as smallint)`.as("is_default"),
      noText.as("condition"),
      sql<string | null>`title`.as("title"),
      noText.as("description"),
      "icon",
      noText.as("deleted_at"),
    ]);
}

function buildStructure(rows: readonly PartRow[]): Structure {
  const sorted = rows.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const parts = Map.groupBy(sorted, ({ kind, around }) => `${kind} ${around ?? ""}`);
  const inside = (kind: PartRow["kind"], around = "") => parts.get(`${kind} ${around}`) ?? [];
  const spacesIn = (section?: string) => inside("site-space", section).map(readSiteSpace);
  const sectionsIn = (group?: string) =>
    inside("site-section", group).map((row) => readSection(row, spacesIn(row.id)));
  const groups = inside("site-section-group").map((row) => readGroup(row, sectionsIn(row.id)));
  const items = [...sectionsIn(), ...groups];
  return {
    siteSpaces: spacesIn(),
    items: items.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)),
  };
}

function sortKey({ position, id }: { readonly position: string; readonly id: string }): string {
  return `${position} ${id}`;
}

function readSiteSpace(row: PartRow): SiteSpacePart {
  return {
    id: row.id,
    spaceId: row.space_id ?? "",
    position: row.position,
    path: row.path ?? "",
    isDefault: row.is_default === 1,
    condition: row.condition,
    isTrashed: row.deleted_at !== null,
  };
}

function readSection(row: PartRow, siteSpaces: SiteSpacePart[]): SectionPart {
  const { id, position, condition, description, icon } = row;
  const [path, title] = [row.path ?? "", row.title ?? ""];
  const isDefault = row.is_default === 1;
  return {
    kind: "site-section",
    ...{ id, position, path, isDefault, condition, title, description, icon, siteSpaces },
  };
}

function readGroup({ id, position, title, icon }: PartRow, sections: SectionPart[]): GroupPart {
  return { kind: "site-section-group", id, position, title: title ?? "", icon, sections };
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
