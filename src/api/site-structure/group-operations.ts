import { Type } from "@sinclair/typebox";
import {
  findGroup,
  findSection,
  groupsOf,
  placeSection,
  removeGroup,
  takeOutOfGroup,
} from "../../publishing/index.ts";
import { ListOf, ListQuery, listOf, type Operation, operation } from "../http/index.ts";
import { locationIn, onSite } from "../sites/index.ts";
import { addGroupToSite } from "./add-parts.ts";
import { changeParts, movePart, removePart } from "./change-parts.ts";
import { pageOfParts } from "./page-of-parts.ts";
import { presenterOf, readForCaller, readGroup, spacesIn } from "./read-parts.ts";
import { GroupAdd, GroupMove, GroupSectionAdd, GroupUpdate, SiteSectionGroup } from "./schema.ts";

const path = "/orgs/:organizationId/sites/:siteId/section-groups";

export const groupOperations: Operation[] = [
  operation({
    id: "listSiteSectionGroups",
    method: "GET",
    path,
    summary: "List the groups of sections of a site, in their order",
    access: onSite("read"),
    query: Type.Object(ListQuery),
    reply: { 200: ListOf(SiteSectionGroup) },
    handle: async (call) => {
      const { all, shown } = await readForCaller(call);
      const page = pageOfParts(call, all, groupsOf(shown), ({ id }) => id);
      const sections = page.rows.flatMap((group) => group.sections);
      const presenter = await presenterOf(call, all, spacesIn(sections));
      return listOf(
        page,
        page.rows.map((group) => presenter.group(group)),
      );
    },
  }),

  operation({
    id: "addSectionGroupToSite",
    method: "POST",
    path,
    summary: "Add a group to a site, with sections of it",
    access: onSite("create"),
    body: GroupAdd,
    reply: { 201: SiteSectionGroup },
    location: locationIn("section-groups"),
    handle: async (call) => {
      const { context, site, body } = call;
      return readGroup(call, await addGroupToSite(context, site, body));
    },
  }),

  operation({
    id: "getSiteSectionGroupById",
    method: "GET",
    path: `${path}/:siteSectionGroupId`,
    summary: "Read a group of sections",
    access: onSite("read"),
    reply: { 200: SiteSectionGroup },
    handle: (call) => readGroup(call, call.params.siteSectionGroupId),
  }),

  operation({
    id: "updateSiteSectionGroupById",
    method: "PATCH",
    path: `${path}/:siteSectionGroupId`,
    summary: "Change the title or the icon of a group",
    access: onSite("create"),
    body: GroupUpdate,
    reply: { 200: SiteSectionGroup },
    handle: async (call) => {
      const { body, params } = call;
      await changeParts(call, (structure) => {
        const group = findGroup(structure, params.siteSectionGroupId);
        group.title = body.title ?? group.title;
        if (body.icon !== undefined) group.icon = body.icon;
      });
      return readGroup(call, params.siteSectionGroupId);
    },
  }),

  operation({
    id: "deleteSiteSectionGroupById",
    method: "DELETE",
    path: `${path}/:siteSectionGroupId`,
    summary: "Delete a group; its sections come to stand in its place",
    access: onSite("create"),
    reply: { 205: null },
    idleStatus: 204,
    handle: (call) =>
      removePart(
        call,
        (structure) => groupsOf(structure).find(({ id }) => id === call.params.siteSectionGroupId),
        removeGroup,
      ),
  }),

  operation({
    id: "addSectionToGroup",
    method: "POST",
    path: `${path}/:siteSectionGroupId/sections`,
    summary: "Put a section at the end of a group",
    access: onSite("create"),
    body: GroupSectionAdd,
    reply: { 201: SiteSectionGroup },
    location: locationIn("section-groups"),
    handle: async (call) => {
      const { body, params } = call;
      await changeParts(call, (structure) => {
        const group = findGroup(structure, params.siteSectionGroupId);
        const section = findSection(structure, body.sectionId, "sectionId: Site section");
        placeSection(structure, section, group.sections);
      });
      return readGroup(call, params.siteSectionGroupId);
    },
  }),

  operation({
    id: "removeSectionFromGroup",
    method: "DELETE",
    path: `${path}/:siteSectionGroupId/sections/:siteSectionId`,
    summary: "Take a section out of a group; it comes to stand behind it",
    access: onSite("create"),
    reply: { 205: null },
    idleStatus: 204,
    handle: (call) => {
      const { siteSectionGroupId, siteSectionId } = call.params;
      return removePart(
        call,
        (structure) =>
          findGroup(structure, siteSectionGroupId).sections.find(({ id }) => id === siteSectionId),
        takeOutOfGroup,
      );
    },
  }),

  operation({
    id: "moveSiteSectionGroup",
    method: "POST",
    path: `${path}/:siteSectionGroupId/move`,
    summary: "Move a group beside another, or beside a section; sorting the structure does the same",
    access: onSite("create"),
    body: GroupMove,
    bodyOptional: true,
    reply: { 200: SiteSectionGroup },
    handle: async (call) => {
      const item = { type: "site-section-group" as const, id: call.params.siteSectionGroupId };
      await movePart(call, item, call.body.position);
      return readGroup(call, item.id);
    },
  }),
];
