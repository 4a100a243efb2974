import { replaceLinks } from "../../content/links/index.ts";
import { allDestinations, findFrontMatterDestinations } from "../../content/markdown/index.ts";
import { resolveLibraryItemRoles } from "../../identity/roles/index.ts";
import type { Context } from "../http/index.ts";
import type { OnLinkedContent } from "./access.ts";

const pagePath =
  /^\/spaces\/([\w-]{1,64})(?:\/(?:change-requests|revisions)\/[\w-]{1,64})?\/pages\/([\w-]{1,64})(#[^#?\s]{1,256})?$/;

/** The space, the id of the page and the fragment that the URL of a page in the workspace names. */
function pageOfUrl({ urls }: Context, url: string) {
  const start = urls.app("");
  const [, space, page, fragment = ""] = url.startsWith(start)
    ? (pagePath.exec(url.slice(start.length)) ?? [])
    : [];
  return space === undefined || page === undefined ? undefined : { space, page, fragment };
}

/** Replaces the URLs of pages in the workspace with references to the pages, as far as the caller may read their spaces. */
export async function referToPages(
  context: Context,
  { space, member }: OnLinkedContent,
  markdown: string,
): Promise<string> {
  const destinations = await allDestinations(markdown, await findFrontMatterDestinations(markdown));
  const links = destinations.flatMap(({ at, text }) => {
    const target = pageOfUrl(context, text);
    return target === undefined ? [] : { at, length: text.length, target };
  });
  if (links.length === 0) return markdown;
  const others = new Set(links.map(({ target }) => target.space));
  const roles = await resolveLibraryItemRoles(context.database.read, member, [...others].slice(0, maxSpaces));
  return replaceLinks(markdown, links, ({ target }, written) => {
    const path = `/pages/${target.page}${target.fragment}`;
    if (target.space === space.id) return path;
    return roles.has(target.space) ? `/spaces/${target.space}${path}` : written;
  });
}

/** The number of other spaces that one text may refer to. */
const maxSpaces = 100;
