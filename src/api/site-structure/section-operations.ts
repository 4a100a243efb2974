import {
  changeStructure,
  choosePath,
  defaultIn,
  findSection,
  makeDefault,
  removeSection,
  type SectionPart,
  type Structure,
  sectionsOf,
} from "../../publishing/index.ts";
import { ListOf, listOf, type Operation, operation } from "../http/index.ts";
import { locationIn, onSharedSite, onSite, requireCondition } from "../sites/index.ts";
import { addSectionToSite } from "./add-parts.ts";
import { movePart, removePart } from "./change-parts.ts";
import { pageOfParts } from "./page-of-parts.ts";
import { presenterOf, readForCaller, readSection, spacesIn } from "./read-parts.ts";
import { SectionAdd, SectionMove, SectionUpdate, SharedListQuery, SiteSection } from "./schema.ts";

const path = "/orgs/:organizationId/sites/:siteId/sections";

export const sectionOperations: Operation[] = [
  operation({
    id: "listSiteSections",
    method: "GET",
    path,
    summary: "List the sections of a site, in their order",
    access: onSharedSite(),
    query: SharedListQuery,
    reply: { 200: ListOf(SiteSection) },
    handle: async (call) => {
      const { all, shown } = await readForCaller(call);
      const page = pageOfParts(call, all, sectionsOf(shown), ({ id }) => id);
      const presenter = await presenterOf(call, all, spacesIn(page.rows));
      return listOf(
        page,
        page.rows.map((section) => presenter.section(section)),
      );
    },
  }),

  operation({
    id: "addSectionToSite",
    method: "POST",
    path,
    summary: "Add a section with a space to a site",
    access: onSite("create"),
    body: SectionAdd,
    reply: { 201: SiteSection },
    location: locationIn("sections"),
    handle: async (call) => {
      const { context, member, site, body } = call;
      return readSection(call, await addSectionToSite(context, member, site, body), true);
    },
  }),

  operation({
    id: "getSiteSectionById",
    method: "GET",
    path: `${path}/:siteSectionId`,
    summary: "Read a section of a site",
    access: onSite("read"),
    reply: { 200: SiteSection },
    handle: (call) => readSection(call, call.params.siteSectionId),
  }),

  operation({
    id: "updateSiteSectionById",
    method: "PATCH",
    path: `${path}/:siteSectionId`,
    summary: "Change a section, or the variant that it begins with",
    access: onSite("create"),
    body: SectionUpdate,
    reply: { 200: SiteSection },
    handle: async (call) => {
      const { context, site, body, params } = call;
      await context.database.write(async (trx) => {
        await requireCondition(trx, site, body.condition);
        await changeStructure(trx, site, (structure) =>
          updateSection(structure, findSection(structure, params.siteSectionId), body),
        );
      }, site.id);
      return readSection(call, params.siteSectionId, true);
    },
  }),

  operation({
    id: "deleteSiteSectionById",
    method: "DELETE",
    path: `${path}/:siteSectionId`,
    summary: "Delete a section; the last one leaves its spaces to the site",
    access: onSite("create"),
    reply: { 205: null },
    idleStatus: 204,
    handle: (call) =>
      removePart(
        call,
        (structure) => sectionsOf(structure).find(({ id }) => id === call.params.siteSectionId),
        removeSection,
      ),
  }),

  operation({
    id: "moveSiteSection",
    method: "POST",
    path: `${path}/:siteSectionId/move`,
    summary: "Move a section beside another; sorting the structure does the same",
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
  const { title, path, defaultSiteSpace, condition, icon, description } = changes;
  if (title !== undefined) section.title = title;
  if (path !== undefined) choosePath(sectionsOf(structure), section, path);
  if (defaultSiteSpace !== undefined)
    makeDefault(
      section.siteSpaces,
      defaultIn(section.siteSpaces, defaultSiteSpace, "defaultSiteSpace: Site space"),
    );
  if (condition !== undefined) section.condition = condition;
  if (icon !== undefined) section.icon = icon;
  if (description !== undefined) section.description = description;
}
