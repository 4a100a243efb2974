import { type Content, emptyContent, inMemoryNodes } from "../../content/index.ts";
import { slugOf } from "../../content/pages/index.ts";
import type { Membership } from "../../identity/roles/index.ts";
import { fold, newId } from "../../platform/index.ts";
import { addSiteSpace, changeStructure, newAuthKey } from "../../publishing/index.ts";
import type { SiteTable, Writer } from "../../storage/database/index.ts";
import type { Context } from "../http/index.ts";
import { installOnNew } from "../integrations/index.ts";
import { createSpace } from "../spaces/index.ts";
import { newSiteSpaces, requireAllPublishable } from "./publishable-spaces.ts";
import { sampleContent } from "./sample-content.ts";
import type { SiteCreate } from "./schema.ts";

/** Creates a site with existing spaces or with a new one, and returns its id. */
export async function createSite(
  { database, clock }: Context,
  member: Membership,
  { type = "basic", visibility = "public", spaces = [], ...body }: SiteCreate,
): Promise<string> {
  const id = newId();
  const now = clock.now();
  const site = { id, organization_id: member.organizationId };
  const ids = Array.isArray(spaces) ? spaces : [];
  const existing = await newSiteSpaces(ids, await requireAllPublishable(database.read, member, ids));
  const title = body.title ?? titleFrom(existing[0]?.title);
  const added = Array.isArray(spaces) ? undefined : await newSpace(spaces, title, now);
  await database.write(async (trx) => {
    await insertSite(trx, { ...site, type, title, visibility, created_at: now });
    const siteSpaces = [...existing];
    if (added !== undefined) {
      const level = { organizationId: member.organizationId, parentId: null };
      const by = { userId: member.userId, now };
      const spaceId = await createSpace(trx, level, { title: added.title }, by, added.content);
      siteSpaces.push({ id: newId(), spaceId, path: added.path, title: added.title });
    }
    await requireAllPublishable(trx, member, ids);
    await changeStructure(trx, site, (structure) => {
      for (const { id, spaceId, path } of siteSpaces) addSiteSpace(structure, { id, spaceId, path });
    });
  });
  return id;
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
    })
    .execute();
  await installOnNew(trx, "site", site.organization_id, [site.id]);
}

/** A site is named after its first space, unless that title is too short. */
function titleFrom(spaceTitle = ""): string {
  return spaceTitle.length < 2 ? "Documentation" : spaceTitle;
}

async function newSpace(
  kind: "sample" | "empty",
  siteTitle: string,
  now: string,
): Promise<{ title: string; path: string; content: Content }> {
  const title = [...siteTitle].slice(0, 50).join("");
  const content = kind === "empty" ? emptyContent(inMemoryNodes()) : await sampleContent(now);
  return { title, path: await slugOf(title), content };
}
