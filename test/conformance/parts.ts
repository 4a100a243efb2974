import { chapters } from "../../src/api/chapters.ts";
import type { Chapter } from "../../src/api/http/index.ts";

/** The chapters that each suite of the official client covers. */
export const parts = {
  people: named("Users", "Organizations", "Invitations", "Organization members", "Teams and team members"),
  content: named("Collections", "Spaces", "Permissions on spaces and collections", "Content of spaces"),
  changeRequests: named("Change requests", "Reviews of change requests", "Content of change requests"),
  imports: named("Importing content"),
  pdf: named("PDF"),
  linksAndSearch: named("Links", "Search"),
  comments: named("Comments on spaces", "Comments on change requests"),
  sites: named(
    ...["Docs sites", "Site sections", "Site section groups", "Site spaces", "Site structure"],
    ...["Site share links", "Site redirects", "Published content"],
  ),
  singleSignOn: named("Single sign-on"),
  openapiAndTranslations: named("OpenAPI specs", "Translation settings"),
  integrations: named("Integrations", "Installations"),
};

function named(...titles: string[]): Chapter[] {
  return titles.map((title) => {
    const chapter = chapters.find((candidate) => candidate.title === title);
    if (chapter === undefined) throw new Error(`There is no chapter "${title}"`);
    return chapter;
  });
}
