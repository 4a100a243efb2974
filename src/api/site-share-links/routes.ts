import { type Static, Type } from "@sinclair/typebox";
import { newId, newSecretId, requireFound } from "../../platform/index.ts";
import { hashShareKey, joinUrl, publicUrl, type SiteRow } from "../../publishing/index.ts";
import { isRow, type Reader, type SiteShareLinkTable, toFlag } from "../../storage/database/index.ts";
import {
  type Context,
  HttpUrl,
  ListOf,
  ListQuery,
  type OperationGroup,
  operation,
  readList,
  Timestamp,
} from "../http/index.ts";
import { deleteSiteChild, locationInSite, onSite } from "../sites/index.ts";

const Name = Type.String({ maxLength: 50 });

type ShareLink = Static<typeof ShareLink>;
const ShareLink = Type.Object(
  {
    object: Type.Literal("share-link"),
    id: Type.String(),
    createdAt: Timestamp,
    name: Type.String(),
    active: Type.Boolean(),
    urls: Type.Object({
      published: Type.Optional(
        Type.String({
          ...HttpUrl,
          description: "Ends with the secret key; absent while the site is not published.",
        }),
      ),
    }),
  },
  { title: "ShareLink" },
);

const ShareLinkCreate = Type.Object({ name: Name });
const ShareLinkUpdate = Type.Object({
  active: Type.Optional(Type.Boolean()),
  name: Type.Optional(Name),
});

const path = "/orgs/:organizationId/sites/:siteId/share-links";

export const siteShareLinks: OperationGroup = {
  title: "Site share links",
  operations: [
    operation("listSiteShareLinks", `GET ${path}`, {
      summary: "List the share links of a site",
      access: onSite("read"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(ShareLink) },
      handle: (call) =>
        readList(call, {
          matching: selectShareLinks(call.context.database.read, call.site),
          select: (query) => query.selectAll(),
          keys: ["site_share_links.id"],
          present: (rows) => rows.map((row) => presentShareLink(call.context, call.site, row)),
        }),
    }),

    operation("createSiteShareLink", `POST ${path}`, {
      summary: "Create a share link with a new secret key",
      access: onSite("admin"),
      body: ShareLinkCreate,
      reply: { 201: ShareLink },
      location: locationInSite("share-links"),
      handle: async ({ context, site, body }) => {
        const key = newSecretId();
        const row: SiteShareLinkTable = {
          id: newId(),
          organization_id: site.organization_id,
          site_id: site.id,
          name: body.name,
          active: 1,
          key,
          key_hash: hashShareKey(key),
          created_at: context.clock.now(),
        };
        await context.database.write((trx) => trx.insertInto("site_share_links").values(row).execute());
        return presentShareLink(context, site, row);
      },
    }),

    operation("getSiteShareLinkById", `GET ${path}/:shareLinkId`, {
      summary: "Read a share link",
      access: onSite("read"),
      reply: { 200: ShareLink },
      handle: async ({ context, site, params }) => {
        const row = await requireShareLink(context.database.read, site, params.shareLinkId);
        return presentShareLink(context, site, row);
      },
    }),

    operation("updateSiteShareLinkById", `PATCH ${path}/:shareLinkId`, {
      summary: "Rename, activate or deactivate a share link",
      access: onSite("admin"),
      body: ShareLinkUpdate,
      reply: { 200: ShareLink },
      handle: async ({ context, site, body, params }) => {
        const changes = {
          ...(body.active !== undefined && { active: toFlag(body.active) }),
          ...(body.name !== undefined && { name: body.name }),
        };
        const row = await context.database.write(async (trx) => {
          const found = await requireShareLink(trx, site, params.shareLinkId);
          if (Object.keys(changes).length > 0)
            await trx.updateTable("site_share_links").set(changes).where(isRow(found)).execute();
          return { ...found, ...changes };
        });
        return presentShareLink(context, site, row);
      },
    }),

    operation("deleteSiteShareLinkById", `DELETE ${path}/:shareLinkId`, {
      summary: "Delete a share link; its URL stops working",
      access: onSite("admin"),
      reply: { 205: null },
      noopStatus: 204,
      handle: (call) => deleteSiteChild(call, "site_share_links", call.params.shareLinkId),
    }),
  ],
};

function selectShareLinks(db: Reader, site: SiteRow) {
  return db
    .selectFrom("site_share_links")
    .where("site_share_links.organization_id", "=", site.organization_id)
    .where("site_share_links.site_id", "=", site.id);
}

async function requireShareLink(db: Reader, site: SiteRow, id: string): Promise<SiteShareLinkTable> {
  const found = await selectShareLinks(db, site).where("id", "=", id).selectAll().executeTakeFirst();
  return requireFound(found, "Share link");
}

function presentShareLink({ config }: Context, site: SiteRow, row: SiteShareLinkTable): ShareLink {
  return {
    object: "share-link",
    id: row.id,
    createdAt: row.created_at,
    name: row.name,
    active: row.active === 1,
    urls: site.published === 1 ? { published: joinUrl(publicUrl(config.sites, site), [row.key]) } : {},
  };
}
