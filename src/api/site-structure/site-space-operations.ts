import {
  changeStructure,
  choosePath,
  findSiteSpace,
  removeSiteSpace,
  sectionsOf,
  shownFirst,
  siblingsOf,
  siteSpacesOf,
} from "../../publishing/index.ts";
import { ListOf, listOf, type Operation, operation } from "../http/index.ts";
import { locationIn, onSharedSite, onSite, requireCondition, requirePublishable } from "../sites/index.ts";
import { addSpaceToSite } from "./add-parts.ts";
import { movePart, removePart } from "./change-parts.ts";
import { pageOfParts } from "./page-of-parts.ts";
import { presenterOf, readForCaller, readSiteSpace } from "./read-parts.ts";
import { SiteSpace, SiteSpaceAdd, SiteSpaceListQuery, SiteSpaceMove, SiteSpaceUpdate } from "./schema.ts";

const path = "/orgs/:organizationId/sites/:siteId/site-spaces";

export const siteSpaceOperations: Operation[] = [
  operation({
    id: "listSiteSpaces",
    method: "GET",
    path,
    summary: "List the spaces of a site, in their order",
    access: onSharedSite(),
    query: SiteSpaceListQuery,
    reply: { 200: ListOf(SiteSpace) },
    handle: async (call) => {
      const { all, shown } = await readForCaller(call);
      const beginning = shownFirst(sectionsOf(shown))?.siteSpaces ?? shown.siteSpaces;
      const first = shownFirst(beginning);
      const wanted = siteSpacesOf(shown).filter(
        ({ siteSpace }) => call.query.default === undefined || call.query.default === (siteSpace === first),
      );
      const page = pageOfParts(call, all, wanted, ({ siteSpace }) => siteSpace.id);
      const presenter = await presenterOf(call, all, page.rows);
      return listOf(page, presenter.siteSpaces(page.rows));
    },
  }),

  operation({
    id: "addSpaceToSite",
    method: "POST",
    path,
    summary: "Show a space in a site",
    access: onSite("create"),
    body: SiteSpaceAdd,
    reply: { 201: SiteSpace },
    location: locationIn("site-spaces"),
    handle: async (call) => {
      const { context, member, site, body } = call;
      return readSiteSpace(call, await addSpaceToSite(context, member, site, body), true);
    },
  }),

  operation({
    id: "getSiteSpaceById",
    method: "GET",
    path: `${path}/:siteSpaceId`,
    summary: "Read a space of a site",
    access: onSite("read"),
    reply: { 200: SiteSpace },
    handle: (call) => readSiteSpace(call, call.params.siteSpaceId),
  }),

  operation({
    id: "updateSiteSpaceById",
    method: "PATCH",
    path: `${path}/:siteSpaceId`,
    summary: "Change the path or the condition of a site space, or the space that it shows",
    access: onSite("create"),
    body: SiteSpaceUpdate,
    reply: { 200: SiteSpace },
    handle: async (call) => {
      const { context, member, site, body, params } = call;
      const { path, condition, spaceId } = body;
      await context.database.write(async (trx) => {
        await requireCondition(trx, site, body.condition);
        if (spaceId !== undefined) await requirePublishable(trx, member, spaceId);
        await changeStructure(trx, site, (structure) => {
          const placed = findSiteSpace(structure, params.siteSpaceId);
          if (path !== undefined) choosePath(siblingsOf(structure, placed), placed.siteSpace, path);
          if (condition !== undefined) placed.siteSpace.condition = condition;
          if (spaceId !== undefined) placed.siteSpace.spaceId = spaceId;
        });
      }, site.id);
      return readSiteSpace(call, params.siteSpaceId, true);
    },
  }),

  operation({
    id: "deleteSiteSpaceById",
    method: "DELETE",
    path: `${path}/:siteSpaceId`,
    summary: "Take a space out of a site",
    access: onSite("create"),
    reply: { 205: null },
    idleStatus: 204,
    handle: (call) =>
      removePart(
        call,
        (structure) =>
          siteSpacesOf(structure).find(({ siteSpace }) => siteSpace.id === call.params.siteSpaceId),
        removeSiteSpace,
      ),
  }),

  operation({
    id: "moveSiteSpace",
    method: "POST",
    path: `${path}/:siteSpaceId/move`,
    summary: "Move a site space beside another; sorting the structure does the same",
    access: onSite("create"),
    body: SiteSpaceMove,
    bodyOptional: true,
    reply: { 200: SiteSpace },
    handle: async (call) => {
      const item = { type: "site-space" as const, id: call.params.siteSpaceId };
      const { before, after } = call.body.position ?? {};
      await movePart(call, item, {
        before: before && { type: before.type, id: before.siteSpace },
        after: after && { type: after.type, id: after.siteSpace },
      });
      return readSiteSpace(call, item.id, true);
    },
  }),
];
