import { Type } from "@sinclair/typebox";
import { badInput, conflict, newId, notFound } from "../../platform/index.ts";
import {
  decodeSegments,
  deleteOfSite,
  encodePath,
  publishedAddress,
  readStructure,
  type SiteRef,
} from "../../publishing/index.ts";
import type { Writer } from "../../storage/database/index.ts";
import {
  type Chapter,
  ListOf,
  ListQuery,
  nothingToDo,
  operation,
  presentList,
  readPage,
} from "../http/index.ts";
import { readForCaller, shareKeyOn } from "../site-structure/index.ts";
import { locationIn, onSharedSite, onSite } from "../sites/index.ts";
import { addressOfDestination, requireDestination } from "./destination.ts";
import { FollowedRedirect, Redirect, RedirectCreate, RedirectQuery, RedirectUpdate } from "./schema.ts";
import { columnsOf, destinationOf, findRedirect, matchRedirects, presentRedirect } from "./store.ts";

const path = "/orgs/:organizationId/sites/:siteId/redirects";

export const siteRedirects: Chapter = {
  title: "Site redirects",
  operations: [
    operation({
      id: "listSiteRedirects",
      method: "GET",
      path,
      summary: "List the redirects of a site",
      access: onSite("read"),
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(Redirect) },
      handle: async (call) => {
        const page = await readPage(call, {
          matching: matchRedirects(call.context.database.read, call.site),
          select: (found) => found.selectAll(),
          keys: ["site_redirects.id"],
          order: "asc",
        });
        return presentList(page, presentRedirect);
      },
    }),

    operation({
      id: "createSiteRedirect",
      method: "POST",
      path,
      summary: "Lead from a path that is no more to a section, a site space or a page",
      access: onSite("admin"),
      body: RedirectCreate,
      reply: { 201: Redirect },
      location: locationIn("redirects"),
      handle: async ({ context, site, body }) => {
        const structure = await readStructure(context.database.read, site);
        await requireDestination(context, site, structure, body.destination);
        const source = normalSource(body.source);
        const row = {
          id: newId(),
          organization_id: site.organization_id,
          site_id: site.id,
          source,
          ...columnsOf(body.destination),
        };
        await context.database.write(async (trx) => {
          await requireFree(trx, site, source);
          await trx.insertInto("site_redirects").values(row).execute();
        });
        return presentRedirect(row);
      },
    }),

    operation({
      id: "getSiteRedirectById",
      method: "GET",
      path: `${path}/:siteRedirectId`,
      summary: "Read a redirect",
      access: onSite("read"),
      reply: { 200: Redirect },
      handle: async ({ context, site, params }) => {
        const found = await findRedirect(context.database.read, site, { id: params.siteRedirectId });
        if (found === undefined) throw notFound("Site redirect");
        return presentRedirect(found);
      },
    }),

    operation({
      id: "updateSiteRedirectById",
      method: "PATCH",
      path: `${path}/:siteRedirectId`,
      summary: "Change where a redirect begins or leads",
      access: onSite("admin"),
      body: RedirectUpdate,
      reply: { 200: Redirect },
      handle: async ({ context, site, body, params }) => {
        const { destination } = body;
        const source = body.source && normalSource(body.source);
        if (destination !== undefined) {
          const structure = await readStructure(context.database.read, site);
          await requireDestination(context, site, structure, destination);
        }
        const row = await context.database.write(async (trx) => {
          const found = await findRedirect(trx, site, { id: params.siteRedirectId });
          if (found === undefined) throw notFound("Site redirect");
          if (source !== undefined && source !== found.source) await requireFree(trx, site, source);
          const changed = { ...found, ...(source && { source }), ...(destination && columnsOf(destination)) };
          await trx
            .updateTable("site_redirects")
            .set(changed)
            .where("site_id", "=", site.id)
            .where("id", "=", found.id)
            .execute();
          return changed;
        });
        return presentRedirect(row);
      },
    }),

    operation({
      id: "deleteSiteRedirectById",
      method: "DELETE",
      path: `${path}/:siteRedirectId`,
      summary: "Delete a redirect",
      access: onSite("admin"),
      reply: { 205: null },
      idleStatus: 204,
      handle: async ({ context, site, params }) => {
        const isGone = await context.database.write((trx) =>
          deleteOfSite(trx, "site_redirects", site, params.siteRedirectId),
        );
        return isGone ? undefined : nothingToDo;
      },
    }),

    operation({
      id: "getSiteRedirectBySource",
      method: "GET",
      path: "/orgs/:organizationId/sites/:siteId/redirect",
      summary: "Find the redirect from a path, and the address that it leads to",
      access: onSharedSite(),
      query: RedirectQuery,
      reply: { 200: FollowedRedirect },
      handle: async (call) => {
        const { context, site, query } = call;
        const row = await findRedirect(context.database.read, site, {
          source: normalSource(query.source),
        });
        const root = publishedAddress(context.config.baseUrl, site, shareKeyOn(call));
        if (row === undefined || root === undefined) throw notFound("Site redirect");
        const structures = await readForCaller(call);
        const target = await addressOfDestination(context, site, structures, root, destinationOf(row));
        if (target === undefined) throw notFound("Site redirect");
        return { redirect: presentRedirect(row), target };
      },
    }),
  ],
};

/** One path can be spelled in many ways; it is kept in one. */
function normalSource(source: string): string {
  const segments = decodeSegments(source);
  if (segments === undefined) throw badInput("source", "is encoded wrongly");
  if (segments.some((segment) => [".", ".."].includes(segment) || segment.includes("\0")))
    throw badInput("source", "must not have steps such as .. or the null character in it");
  return encodePath(segments);
}

async function requireFree(trx: Writer, site: SiteRef, source: string): Promise<void> {
  if ((await findRedirect(trx, site, { source })) !== undefined)
    throw conflict(`source: there is a redirect from ${source} already`);
}
