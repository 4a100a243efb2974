import {
  changeStructure,
  defaultOrFirst,
  findSiteSpace,
  sectionsOf,
  setPath,
  siblingsOf,
  siteSpacesOf,
  validateCondition,
} from "../../publishing/index.ts";
import { ListOf, listReply, type Operation, operation } from "../http/index.ts";
import { lockLibraryItems } from "../library-items/index.ts";
import { locationInSite, onSharedSite, onSite, requirePublishable } from "../sites/index.ts";
import { addSpaceToSite, movePart, removePart } from "./change-parts.ts";
import { pageOfParts, readSiteSpace, readView, StructurePresenter } from "./present.ts";
import { SiteSpace, SiteSpaceAdd, SiteSpaceListQuery, SiteSpaceMove, SiteSpaceUpdate } from "./schema.ts";

const path = "/orgs/:organizationId/sites/:siteId/site-spaces";

export const siteSpaceOperations: Operation[] = [
  operation("listSiteSpaces", `GET ${path}`, {
    summary: "List the site spaces of a site in order",
    isRepeatable: true,
    access: onSharedSite(),
    query: SiteSpaceListQuery,
    reply: { 200: ListOf(SiteSpace) },
    handle: async (call) => {
      const view = await readView(call);
      const { visible } = view;
      const root = defaultOrFirst(defaultOrFirst(sectionsOf(visible))?.siteSpaces ?? visible.siteSpaces);
      const matching = siteSpacesOf(visible).filter(
        ({ siteSpace }) => call.query.default === undefined || call.query.default === (siteSpace === root),
      );
      const page = pageOfParts(call, view, matching, ({ siteSpace }) => siteSpace.id);
      const presenter = await StructurePresenter.load(call, view.all, page.rows);
      return listReply(page, presenter.siteSpaces(page.rows));
    },
  }),

  operation("addSpaceToSite", `POST ${path}`, {
    summary: "Add a space to a site",
    access: onSite("create"),
    body: SiteSpaceAdd,
    reply: { 201: SiteSpace },
    location: locationInSite("site-spaces"),
    handle: async (call) => readSiteSpace(call, await addSpaceToSite(call, call.body), true),
  }),

  operation("getSiteSpaceById", `GET ${path}/:siteSpaceId`, {
    summary: "Read a site space",
    isRepeatable: true,
    access: onSite("read"),
    reply: { 200: SiteSpace },
    handle: (call) => readSiteSpace(call, call.params.siteSpaceId),
  }),

  operation("updateSiteSpaceById", `PATCH ${path}/:siteSpaceId`, {
    summary: "Change the path, the condition, the visibility or the space of a site space",
    access: onSite("create"),
    body: SiteSpaceUpdate,
    reply: { 200: SiteSpace },
    handle: async (call) => {
      const { context, member, site, body, params } = call;
      const { path, condition, spaceId, hidden, draft } = body;
      await context.database.write(async (trx) => {
        await validateCondition(trx, site, body.condition);
        if (spaceId !== undefined) {
          await requirePublishable(trx, member, [spaceId]);
          await lockLibraryItems(trx, site.organization_id, [spaceId]);
        }
        await changeStructure(trx, site, (structure) => {
          const location = findSiteSpace(structure, params.siteSpaceId);
          if (path !== undefined) setPath(siblingsOf(structure, location), location.siteSpace, path);
          if (condition !== undefined) location.siteSpace.condition = condition;
          // A space in the trash is refused above.
          if (spaceId !== undefined) Object.assign(location.siteSpace, { spaceId, isTrashed: false });
          location.siteSpace.isHidden = hidden ?? location.siteSpace.isHidden;
          location.siteSpace.isDraft = draft ?? location.siteSpace.isDraft;
        });
      }, site.id);
      return readSiteSpace(call, params.siteSpaceId, true);
    },
  }),

  operation("deleteSiteSpaceById", `DELETE ${path}/:siteSpaceId`, {
    summary: "Remove a space from a site",
    access: onSite("create"),
    reply: { 205: null },
    noopStatus: 204,
    handle: (call) => removePart(call, "site-space", call.params.siteSpaceId),
  }),

  operation("moveSiteSpace", `POST ${path}/:siteSpaceId/move`, {
    summary: "Move a site space before or after another, like `sortSiteStructure`",
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
