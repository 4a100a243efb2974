import type { Config } from "../config/index.ts";
import { type Content, openContent, type PageRecord } from "../content/index.ts";
import type { LinkIndexInput } from "../content/link-index/index.ts";
import { ancestorsOf, findByPath, findHomePage, findPage, type PageBranch } from "../content/pages/index.ts";
import { EventLoopYielder } from "../platform/index.ts";
import { inBatches, preparedShared, type Reader } from "../storage/database/index.ts";
import type { StorageContext } from "../storage/index.ts";
import { openNodes } from "../storage/repositories/index.ts";
import { memoizeByClaims } from "./claims-read.ts";
import { type Claims, isMet } from "./conditions.ts";
import { readShownVariables, type ShownVariables } from "./shown-references.ts";
import {
  type SectionPart,
  type SiteSpacePart,
  type Structure,
  type StructureItem,
  sectionsOf,
} from "./structure.ts";
import { readSharedStructure, type SiteRef } from "./structure-store.ts";

export interface PublishingContext extends StorageContext {
  readonly config: Pick<Config, "sites">;
}

/** The revision of a space that a site shows: the current one, or in a preview that of the change request. */
export interface PublishedSpace {
  readonly id: string;
  readonly repositoryId: string;
  readonly revisionId: string;
  /** The language that its owner has chosen. */
  readonly language: string | null;
  readonly content: Content;
}

const findSpace = preparedShared<
  { organizationId: string; id: string },
  { id: string; repository_id: string; revision_id: string; root: string; language: string | null }
>((db, value) =>
  db
    .selectFrom("contents")
    .innerJoin("spaces", "spaces.id", "contents.id")
    .where("contents.organization_id", "=", value("organizationId"))
    .where("contents.id", "=", value("id"))
    .select(["spaces.id", "spaces.repository_id", "spaces.revision_id", "spaces.root", "spaces.language"]),
);

/** Finds several spaces at once, with their titles. Unknown ids are absent from the result. */
export async function findPublishedSpaces(
  context: PublishingContext,
  site: SiteRef,
  ids: readonly string[],
): Promise<Map<string, { readonly title: string; readonly content: Content }>> {
  const rows = await inBatches(ids, (batch) =>
    context.database.read
      .selectFrom("contents")
      .innerJoin("spaces", "spaces.id", "contents.id")
      .where("contents.organization_id", "=", site.organization_id)
      .where("contents.id", "in", batch)
      .select(["spaces.id", "contents.title", "spaces.repository_id", "spaces.root"])
      .execute(),
  );
  return new Map(
    rows.map(({ id, title, repository_id, root }) => [
      id,
      { title, content: openContent(openNodes(context, repository_id), root) },
    ]),
  );
}

export async function findPublishedSpace(
  context: PublishingContext,
  site: SiteRef,
  spaceId: string,
): Promise<PublishedSpace | undefined> {
  const [space] = await findSpace(context.database.read, {
    organizationId: site.organization_id,
    id: spaceId,
  });
  if (space === undefined) return undefined;
  const { id, repository_id: repositoryId, language } = space;
  const { revisionId, root } =
    site.preview?.spaceId === id ? site.preview : { revisionId: space.revision_id, root: space.root };
  return {
    id,
    repositoryId,
    revisionId,
    language,
    content: openContent(openNodes(context, repositoryId), root),
  };
}

/** The id of the visible page at a path; at the empty path, of the first visible page. */
export async function findVisiblePage(content: Content, segments: readonly string[], claims: Claims) {
  if (segments.length === 0) return findFirstVisible(content, claims);
  const id = await findByPath(content, segments.join("/"));
  const page = id === undefined ? undefined : await findPage(content, id);
  return id !== undefined && page !== undefined && (await isPageShown(content, id, page, claims))
    ? id
    : undefined;
}

/** The id of the first page that visitors find in the table of contents, in the whole space or below a page. */
export function findFirstVisible(content: Content, claims: Claims, parent?: string) {
  return findHomePage(content, ({ hidden, condition }) => !hidden && isMet(condition, claims), parent);
}

/** Whether the URL of a page shows it or leads to a page below it. That of a group without visible pages does neither. */
export async function isPageShown(
  content: Content,
  id: string,
  page: PageRecord,
  claims: Claims | undefined,
): Promise<boolean> {
  if (claims === undefined) return true;
  if (!(await isPageVisible(content, page, claims))) return false;
  return page.type !== "group" || (await findFirstVisible(content, claims, id)) !== undefined;
}

/** Whether a visitor meets the conditions of a page and of its ancestors. Without claims, every page is visible. */
export async function isPageVisible(content: Content, page: PageRecord, claims: Claims | undefined) {
  if (claims === undefined) return true;
  const ancestors = await ancestorsOf(content, page);
  return [page, ...ancestors.values()].every(({ condition }) => isMet(condition, claims));
}

/** Whether a visitor sees a page, by id. Each page is looked up once. */
export function pageVisibility(content: Content, claims: Claims): (id: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return (id) =>
    known.getOrInsertComputed(id, async () => {
      const page = await findPage(content, id);
      return page === undefined || isPageVisible(content, page, claims);
    });
}

/** How a visitor sees pages: without those whose conditions are not met, and only with the variables that they show. */
export interface PageView {
  readonly claims: Claims;
  readonly variables: ShownVariables;
}

/** Reads what `visibleSiblings` needs to know about these branches. Without claims, the caller sees everything. */
export async function readPageView(
  input: LinkIndexInput,
  branches: readonly PageBranch[],
  claims: Claims | undefined,
): Promise<PageView | undefined> {
  if (claims === undefined) return undefined;
  const varying = new Map<string, PageRecord>();
  const yielder = new EventLoopYielder();
  for (let level = branches; level.length > 0; ) {
    const below: PageBranch[] = [];
    for (const { id, record, children } of level) {
      await yielder.yieldIfDue();
      if (!isMet(record.condition, claims)) continue;
      if (record.variables !== undefined) varying.set(id, record);
      for (const child of children) below.push(child);
    }
    level = below;
  }
  return { claims, variables: await readShownVariables(input, varying, claims) };
}

/** The pages among siblings that a visitor sees. Without a view, all of them. Pages below them are not filtered. */
export function* visibleSiblings(
  branches: readonly PageBranch[],
  view: PageView | undefined,
): Generator<PageBranch> {
  for (const branch of branches)
    if (view === undefined) yield branch;
    else if (isMet(branch.record.condition, view.claims)) yield toVisiblePage(branch, view);
}

/** Conditions are not shown to visitors: they reveal which claims grant access to more content. */
function toVisiblePage({ record: stored, ...branch }: PageBranch, view: PageView): PageBranch {
  const { condition, variables: _, ...record } = stored;
  const variables = view.variables.get(branch.id);
  return { ...branch, record: { ...record, ...(variables && { variables }) } };
}

/** The structure of a site, and the part of it that a visitor or a member sees. */
export interface StructureView {
  readonly all: Structure;
  readonly visible: Structure;
  /** Undefined for a member, who sees everything but the trash. */
  readonly claims: Claims | undefined;
}

export async function readStructureView(
  db: Reader,
  site: SiteRef,
  claims: Claims | undefined,
  includesDrafts = false,
) {
  const all = await readSharedStructure(db, site);
  const read = includesDrafts ? readVisibleWithDrafts : readVisible;
  const visible = claims === undefined ? visibleTo(all, undefined) : read(all, claims);
  return { all, visible, claims };
}

function visibleTo(all: Structure, claims: Claims | undefined, includesDrafts = false): Structure {
  const isVisible = (part: StructureItem | SiteSpacePart) => {
    if ("isTrashed" in part && part.isTrashed) return false;
    if (claims === undefined) return true;
    if (part.isDraft && !includesDrafts) return false;
    return !("condition" in part) || isMet(part.condition, claims);
  };
  return filterStructure(all, isVisible, claims === undefined);
}

/** The visible structure is the same object for visitors with equal claims. */
const readVisible = memoizeByClaims<Structure, Structure>(visibleTo);
const readVisibleWithDrafts = memoizeByClaims<Structure, Structure>((all, claims) =>
  visibleTo(all, claims, true),
);

/**
 * The structure without invisible parts. Sections without site spaces are removed, and so are groups without sections
 * unless `keepsGroups` is set. If a default is removed, its first remaining sibling acts as the default.
 */
export function filterStructure(
  structure: Structure,
  isVisible: (part: StructureItem | SiteSpacePart) => boolean,
  keepsGroups = false,
): Structure {
  const visibleItems = (items: readonly StructureItem[]): StructureItem[] =>
    items
      .filter(isVisible)
      .map((item) => ("children" in item ? { ...item, children: visibleItems(item.children) } : item));
  const filterSiteSpaces = (siteSpaces: readonly SiteSpacePart[]) =>
    withDefault(siteSpaces.filter(isVisible));
  const visible = visibleItems(structure.items);
  const visibleSections = withDefault(
    sectionsOf({ items: visible })
      .map((section) => ({ ...section, siteSpaces: filterSiteSpaces(section.siteSpaces) }))
      .filter(({ siteSpaces }) => siteSpaces.length > 0),
  );
  const sections = new Map(visibleSections.map((section) => [section.id, section]));
  const withSections = (items: readonly StructureItem[]): StructureItem[] =>
    items.flatMap<StructureItem>((item) => {
      if (item.kind === "site-section") return sections.get(item.id) ?? [];
      const children = withSections(item.children);
      return children.length > 0 || keepsGroups ? [{ ...item, children }] : [];
    });
  return { siteSpaces: filterSiteSpaces(structure.siteSpaces), items: withSections(visible) };
}

function withDefault<Part extends SectionPart | SiteSpacePart>(parts: Part[]): Part[] {
  if (parts.some(({ isDefault }) => isDefault)) return parts;
  return parts.map((part, i) => (i === 0 ? { ...part, actsAsDefault: true } : part));
}
