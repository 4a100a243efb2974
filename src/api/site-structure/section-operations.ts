import {
  changeStructure,
  findSection,
  type SectionPart,
  type Structure,
  sectionsOf,
  setDefault,
  setPath,
  siteSpacesIn,
  validateCondition,
} from "../../publishing/index.ts";
import { ListOf, type Operation, operation, presentList, StreamedJson } from "../http/index.ts";
import { locationInSite, onSharedSite, onSite } from "../sites/index.ts";
import { addSectionToSite, movePart, removePart } from "./change-parts.ts";
import { pageOfParts, readSection, readView, StructurePresenter } from "./present.ts";
import { SectionAdd, SectionMove, SectionUpdate, SharedListQuery, SiteSection } from "./schema.ts";

const path = "/orgs/:organizationId/sites/:siteId/sections";

export const sectionOperations: Operation[] = [
  operation("listSiteSections", `GET ${path}`, {
    summary: "List the sections of a site in order",
    isRepeatable: true,
    access: onSharedSite(),
    query: SharedListQuery,
    reply: { 200: ListOf(SiteSection) },
    handle: async (call) => {
      const view = await readView(call);
      const page = pageOfParts(call, view, sectionsOf(view.visible), ({ id }) => id);
      const presenter = await StructurePresenter.load(call, view.all, siteSpacesIn(page.rows));
      return new StreamedJson(presentList(page, (section) => presenter.section(section)));
    },
  }),

  operation("addSectionToSite", `POST ${path}`, {
    summary: "Add a section with a space to a site",
    access: onSite("create"),
    body: SectionAdd,
    reply: { 201: SiteSection },
    location: locationInSite("sections"),
    handle: async (call) => readSection(call, await addSectionToSite(call, call.body), true),
  }),

  operation("getSiteSectionById", `GET ${path}/:siteSectionId`, {
    summary: "Read a section of a site",
    isRepeatable: true,
    access: onSite("read"),
    reply: { 200: SiteSection },
    handle: (call) => readSection(call, call.params.siteSectionId),
  }),

  operation("updateSiteSectionById", `PATCH ${path}/:siteSectionId`, {
    summary: "Change a section or its default variant",
    access: onSite("create"),
    body: SectionUpdate,
    reply: { 200: SiteSection },
    handle: async (call) => {
      const { context, site, body, params } = call;
      await context.database.write(async (trx) => {
        await validateCondition(trx, site, body.condition);
        await changeStructure(trx, site, (structure) =>
          updateSection(structure, findSection(structure, params.siteSectionId), body),
        );
      }, site.id);
      return readSection(call, params.siteSectionId, true);
    },
  }),

  operation("deleteSiteSectionById", `DELETE ${path}/:siteSectionId`, {
    summary: "Delete a section; the spaces of the last section stay in the site",
    access: onSite("create"),
    reply: { 205: null },
    noopStatus: 204,
    handle: (call) => removePart(call, "site-section", call.params.siteSectionId),
  }),

  operation("moveSiteSection", `POST ${path}/:siteSectionId/move`, {
    summary: "Move a section before or after another, like `sortSiteStructure`",
    access: onSite("create"),
    body: SectionMove,
    bodyOptional: true,
    reply: { 200: SiteSection },
    handle: async (call) => {
      const item = { type: "site-section" as const, id: call.params.siteSectionId };
      const { before, after } = call.body.position ?? {};
      await movePart(call, item, {
        before: before && { type: before.type, id: before.siteSection },
        after: after && { type: after.type, id: after.siteSection },
      });
      return readSection(call, item.id, true);
    },
  }),
];

function updateSection(structure: Structure, section: SectionPart, changes: SectionUpdate): void {
  const { title, path, defaultSiteSpace, condition, icon, description, draft } = changes;
  if (title !== undefined) section.title = title;
  if (path !== undefined) setPath(sectionsOf(structure), section, path);
  if (defaultSiteSpace !== undefined)
    setDefault(section.siteSpaces, defaultSiteSpace, "defaultSiteSpace: Site space");
  if (condition !== undefined) section.condition = condition;
  if (icon !== undefined) section.icon = icon;
  if (description !== undefined) section.description = description;
  section.isDraft = draft ?? section.isDraft;
}
