import { siteSpacesOf } from "../../publishing/index.ts";
import { type OperationGroup, operation, StreamedJson } from "../http/index.ts";
import { onSharedSite, onSite } from "../sites/index.ts";
import { movePart } from "./change-parts.ts";
import { groupOperations } from "./group-operations.ts";
import { readPart, readView, StructurePresenter } from "./present.ts";
import { SharedQuery, SiteStructure, SiteStructureItem, StructureSort } from "./schema.ts";
import { sectionOperations } from "./section-operations.ts";
import { siteSpaceOperations } from "./site-space-operations.ts";

export const siteSections: OperationGroup = { title: "Site sections", operations: sectionOperations };
export const siteSectionGroups: OperationGroup = {
  title: "Site section groups",
  operations: groupOperations,
};
export const siteSpaces: OperationGroup = { title: "Site spaces", operations: siteSpaceOperations };

export const siteStructure: OperationGroup = {
  title: "Site structure",
  operations: [
    operation("getSiteStructure", "GET /orgs/:organizationId/sites/:siteId/structure", {
      summary: "Read the structure of a site",
      isRepeatable: true,
      access: onSharedSite(),
      query: SharedQuery,
      reply: { 200: SiteStructure },
      handle: async (call) => {
        const { all, visible } = await readView(call);
        const presenter = await StructurePresenter.load(call, all, siteSpacesOf(visible));
        return new StreamedJson(presenter.structure(visible));
      },
    }),

    operation("sortSiteStructure", "PATCH /orgs/:organizationId/sites/:siteId/structure/sort", {
      summary: "Move a site space, a section or a group",
      access: onSite("create"),
      body: StructureSort,
      reply: { 200: SiteStructureItem },
      handle: async (call) => {
        const { item, position } = call.body;
        await movePart(call, item, position);
        return readPart(call, item);
      },
    }),
  ],
};
