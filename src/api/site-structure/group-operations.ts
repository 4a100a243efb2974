import { Type } from "@sinclair/typebox";
import {
  findGroup,
  findSection,
  groupsOf,
  moveItemTo,
  removeFromGroup,
  sectionsInGroup,
  setParentGroup,
  siteSpacesIn,
} from "../../publishing/index.ts";
import {
  ListOf,
  ListQuery,
  nothingToDo,
  type Operation,
  operation,
  presentList,
  StreamedJson,
} from "../http/index.ts";
import { locationInSite, onSite } from "../sites/index.ts";
import { addGroupToSite, changeParts, movePart, removePart } from "./change-parts.ts";
import { pageOfParts, readGroup, readView, StructurePresenter } from "./present.ts";
import { GroupAdd, GroupMove, GroupSectionAdd, GroupUpdate, SiteSectionGroup } from "./schema.ts";

const path = "/orgs/:organizationId/sites/:siteId/section-groups";

export const groupOperations: Operation[] = [
  operation("listSiteSectionGroups", `GET ${path}`, {
    summary: "List the section groups of a site in order",
    isRepeatable: true,
    access: onSite("read"),
    query: Type.Object(ListQuery),
    reply: { 200: ListOf(SiteSectionGroup) },
    handle: async (call) => {
      const view = await readView(call);
      const page = pageOfParts(call, view, groupsOf(view.visible), ({ id }) => id);
      const siteSpaces = siteSpacesIn(page.rows.flatMap(sectionsInGroup));
      const presenter = await StructurePresenter.load(call, view.all, siteSpaces);
      return new StreamedJson(presentList(page, (group) => presenter.group(group)));
    },
  }),

  operation("addSectionGroupToSite", `POST ${path}`, {
    summary: "Add a group to a site, and move sections into it",
    access: onSite("create"),
    body: GroupAdd,
    reply: { 201: SiteSectionGroup },
    location: locationInSite("section-groups"),
    handle: async (call) => readGroup(call, await addGroupToSite(call, call.body)),
  }),

  operation("getSiteSectionGroupById", `GET ${path}/:siteSectionGroupId`, {
    summary: "Read a section group",
    isRepeatable: true,
    access: onSite("read"),
    reply: { 200: SiteSectionGroup },
    handle: async (call) => new StreamedJson(await readGroup(call, call.params.siteSectionGroupId)),
  }),

  operation("updateSiteSectionGroupById", `PATCH ${path}/:siteSectionGroupId`, {
    summary: "Change a group, or move it into another one",
    access: onSite("create"),
    body: GroupUpdate,
    reply: { 200: SiteSectionGroup },
    handle: async (call) => {
      const { body, params } = call;
      await changeParts(call, (structure) => {
        const group = findGroup(structure, params.siteSectionGroupId);
        group.title = body.title ?? group.title;
        group.isDraft = body.draft ?? group.isDraft;
        if (body.icon !== undefined) group.icon = body.icon;
        if (body.parentSectionGroupId !== undefined)
          setParentGroup(structure, group, body.parentSectionGroupId);
      });
      return readGroup(call, params.siteSectionGroupId);
    },
  }),

  operation("deleteSiteSectionGroupById", `DELETE ${path}/:siteSectionGroupId`, {
    summary: "Delete a group; its sections and groups take its place",
    access: onSite("create"),
    reply: { 205: null },
    noopStatus: 204,
    handle: (call) => removePart(call, "site-section-group", call.params.siteSectionGroupId),
  }),

  operation("addSectionToGroup", `POST ${path}/:siteSectionGroupId/sections`, {
    summary: "Move a section to the end of a group",
    access: onSite("create"),
    body: GroupSectionAdd,
    reply: { 201: SiteSectionGroup },
    location: locationInSite("section-groups"),
    handle: async (call) => {
      const { body, params } = call;
      await changeParts(call, (structure) => {
        const group = findGroup(structure, params.siteSectionGroupId);
        const section = findSection(structure, body.sectionId, "sectionId: Site section");
        moveItemTo(structure, section, group.children);
      });
      return readGroup(call, params.siteSectionGroupId);
    },
  }),

  operation("removeSectionFromGroup", `DELETE ${path}/:siteSectionGroupId/sections/:siteSectionId`, {
    summary: "Move a section out of a group, to the position after the group",
    access: onSite("create"),
    reply: { 205: null },
    noopStatus: 204,
    handle: (call) =>
      changeParts(call, (structure) => {
        const { children } = findGroup(structure, call.params.siteSectionGroupId);
        const section = children.find(({ id }) => id === call.params.siteSectionId);
        if (section?.kind !== "site-section") return nothingToDo;
        removeFromGroup(structure, section);
        return undefined;
      }),
  }),

  operation("moveSiteSectionGroup", `POST ${path}/:siteSectionGroupId/move`, {
    summary: "Move a group before or after another group or a section, like `sortSiteStructure`",
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
