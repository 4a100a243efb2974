import { type Content, emptyContent, inMemoryNodes } from "../../content/index.ts";
import { slugOf } from "../../content/pages/index.ts";
import { type Membership, resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import { fold, newId, notFound } from "../../platform/index.ts";
import { addSiteSpace, changeStructure, newAuthKey } from "../../publishing/index.ts";
import type { LibraryItemTable, Reader, SiteTable, Writer } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import { installOnNew } from "../integrations/index.ts";
import { lockLibraryItems, requireLibraryItemRole } from "../library-items/index.ts";
import { createSpace } from "../spaces/index.ts";
import { sampleContent } from "./sample-content.ts";
import type { SiteCreate } from "./schema.ts";

/** Creates a site with existing spaces or with a new one, and returns its id. */
export async function createSite(
  { database, clock }: Context,
  member: Membership,
  { type = "basic", visibility = "public", spaces = [], ...body }: SiteCreate,
): Promise<string> {
  const { organizationId, userId } = member;
  const now = clock.now();
  const site = { id: newId(), organization_id: organizationId };
  const ids = Array.isArray(spaces) ? spaces : [];
  const fieldOf = (index: number) => `spaces[${index}]`;
  const existing = await requirePublishable(database.read, member, ids, fieldOf);
  const title = body.title ?? titleFrom(existing[0]?.title);
  const spaceTitle = [...title].slice(0, 50).join("");
  const content = Array.isArray(spaces) ? undefined : await initialContent(spaces, now);
  const siteSpaces = await Promise.all(existing.map(newSiteSpace));
  const created = await newSiteSpace({ id: "", title: spaceTitle });
  await database.write(async (trx) => {
    await insertSite(trx, { ...site, type, title, visibility, created_at: now });
    const added = [...siteSpaces];
    if (content !== undefined) {
      const level = { organizationId, parentId: null };
      const spaceId = await createSpace(trx, level, { title: spaceTitle }, { userId, now }, content);
      added.push({ ...created, spaceId });
    }
    await lockLibraryItems(trx, organizationId, ids);
    await requirePublishable(trx, member, ids, fieldOf);
    await changeStructure(trx, site, (structure) => {
      for (const { id, spaceId, path } of added) addSiteSpace(structure, { id, spaceId, path });
    });
  });
  return site.id;
}

async function insertSite(
  trx: Writer,
  site: Pick<SiteTable, "id" | "organization_id" | "type" | "title" | "visibility" | "created_at">,
): Promise<void> {
  await trx
    .insertInto("sites")
    .values({
      ...site,
      search_text: fold(site.title),
      published: 0,
      basename: null,
      hostname: null,
      proxy: null,
      adaptive_content: null,
      agents_context: "included",
      adaptive_schema: null,
      adaptive_schema_at: null,
      customization: "{}",
      auth_backend: "custom",
      auth_key: newAuthKey(),
      auth_fallback_url: null,
      source: null,
      structure_version: "",
    })
    .execute();
  await installOnNew(trx, "site", site.organization_id, [site.id]);
}

/** A site is named after its first space, unless that title is too short. */
function titleFrom(spaceTitle = ""): string {
  return spaceTitle.length < 2 ? "Documentation" : spaceTitle;
}

async function initialContent(kind: "sample" | "empty", now: string): Promise<Content> {
  return kind === "empty" ? emptyContent(inMemoryNodes()) : sampleContent(now);
}

/** Finds spaces that a member may publish: the role `create` is required on each of them. */
export async function requirePublishable(
  db: Reader,
  member: Membership,
  spaceIds: readonly string[],
  fieldOf: (index: number) => string = () => "spaceId",
): Promise<LibraryItemTable[]> {
  if (spaceIds.length === 0) return [];
  const rows = await db
    .selectFrom("contents")
    .where("organization_id", "=", member.organizationId)
    .where("id", "in", [...new Set(spaceIds)])
    .where("kind", "=", "space")
    .where("deleted_at", "is", null)
    .selectAll()
    .execute();
  const spaces = new Map(rows.map((row) => [row.id, row]));
  const roles = await resolveLibraryItemRoles(db, member, [...spaces.keys()]);
  return spaceIds.map((id, index) => {
    const [space, role] = [spaces.get(id), roles.get(id)];
    if (space === undefined || role === undefined) throw notFound(`${fieldOf(index)}: Space`);
    requireLibraryItemRole(role, "create", "space");
    return space;
  });
}

/** A new site space, with a path derived from the title of its space. */
export async function newSiteSpace({ id: spaceId, title }: Pick<LibraryItemTable, "id" | "title">) {
  return { id: newId(), spaceId, path: slugOf(title), title };
}
