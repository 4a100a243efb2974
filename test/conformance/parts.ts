import type { OperationGroup } from "../../src/api/http/index.ts";
import { operationGroups } from "../../src/workspace/operation-groups.ts";

/** The operation groups that each suite of the official client covers. */
export const parts = {
  people: named(
    ...["Users", "Account", "API tokens", "Organizations", "Invitations", "Organization members"],
    ...["Teams and team members", "Server"],
  ),
  content: named(
    ...["Collections", "Spaces", "Permissions on spaces and collections", "Content of spaces"],
    ...["Conversions", "File uploads", "Templates", "Pages as HTML"],
  ),
  changeRequests: named(
    ...["Change requests", "Reviews of change requests", "Content of change requests", "Changes of pages"],
    ...["Pending comments of reviews", "Preview links of change requests", "Conflicts", "History of spaces"],
  ),
  imports: named("Importing content", "Import runs", "Exports"),
  pdf: named("PDF"),
  linksAndSearch: named("Links", "Embeds", "Search"),
  comments: named("Comments on spaces", "Comments on change requests", "Notifications"),
  sites: named(
    ...["Docs sites", "Site sections", "Site section groups", "Site spaces", "Site structure"],
    ...["Site share links", "Site redirects", "Site MCP servers", "Published content"],
    ...["Custom fonts", "Custom hostnames"],
  ),
  siteInsights: named("Site insights"),
  singleSignOn: named("Single sign-on"),
  openapiAndTranslations: named("OpenAPI specs", "Pages of OpenAPI specs", "Translation settings"),
  integrations: named("Integrations", "Installations"),
};

function named(...titles: string[]): OperationGroup[] {
  return titles.map((title) => {
    const group = operationGroups.find((candidate) => candidate.title === title);
    if (group === undefined) throw new Error(`There is no operation group "${title}"`);
    return group;
  });
}
