import { call } from "../../../data/api.ts";
import { reservedPaths, siteSpacePath } from "../../../data/site-paths.ts";

interface SiteParams {
  readonly organizationId: string;
  readonly siteId: string;
}

/** Pages of a site whose text matches what is typed, with their paths in the site. A path is not searched for. */
export async function findPages(params: SiteParams, text: string) {
  const query = text.trim();
  if (query.length < 2 || query.includes("/")) return [];
  const [{ items }, paths] = await Promise.all([
    call("POST /orgs/:organizationId/sites/:siteId/search", params, {
      body: { query, mode: "all" },
      query: { limit: 10 },
    }),
    readSpacePaths(params),
  ]);
  return items
    .flatMap(({ id, pages }) =>
      pages.map((page) => ({ value: joinPath(paths.get(id), page.path), label: page.title })),
    )
    .slice(0, 20);
}

function joinPath(...parts: readonly (string | undefined)[]): string {
  return `/${parts.filter(Boolean).join("/")}`;
}

/** The paths of the spaces of a site. */
async function readSpacePaths(params: SiteParams): Promise<Map<string, string>> {
  const query = { limit: 1000 };
  const [sections, siteSpaces] = await Promise.all([
    call("GET /orgs/:organizationId/sites/:siteId/sections", params, { query }),
    call("GET /orgs/:organizationId/sites/:siteId/site-spaces", params, { query }),
  ]);
  const byId = new Map(sections.items.map((section) => [section.id, section]));
  const reserved = reservedPaths(sections.items);
  return new Map(
    siteSpaces.items.map((siteSpace) => [
      siteSpace.space.id,
      siteSpacePath(siteSpace, byId.get(siteSpace.section ?? ""), reserved),
    ]),
  );
}
