import { badInput } from "../../platform/index.ts";
import { dualDestination } from "../document/index.ts";
import { allDestinations, findFrontMatterDestinations } from "../markdown/index.ts";
import { type Content, maxLinks } from "../model/index.ts";
import {
  type LinkTarget,
  type Origin,
  openDestinationResolver,
  type ResolveOptions,
  splitDestination,
} from "./destination-resolver.ts";

/** A link to a page or file of the same space: its position in the text, and the id of its target. */
export type StoredLink = { readonly at: number; readonly length: number } & LinkTarget;

/** Finds the links of a document to pages and files of the same space. */
export async function resolveLinks(
  content: Content,
  origin: Origin,
  markdown: string,
  options?: ResolveOptions,
): Promise<StoredLink[]> {
  const links: StoredLink[] = [];
  const resolver = await openDestinationResolver(content, origin, options);
  for (const { at, text } of allDestinations(markdown, await findFrontMatterDestinations(markdown))) {
    const target = await resolver.resolve(text);
    if (target === undefined) continue;
    links.push({ at, length: text.length, ...target });
    if (links.length > maxLinks)
      throw badInput("document.markdown", `has more than ${maxLinks} links to pages and files of the space`);
  }
  return links;
}

/** The targets of the links in a document, by written destination. */
export async function targetsByDestination(
  content: Content,
  origin: Origin,
  markdown: string,
): Promise<Map<string, LinkTarget>> {
  const links = await resolveLinks(content, origin, markdown);
  return new Map(links.map(({ at, length, ...target }) => [markdown.slice(at, at + length), target]));
}

/** Rewrites all links to the current paths of their targets. */
export async function writeLinks(
  content: Content,
  origin: Origin,
  text: string,
  links: readonly StoredLink[],
): Promise<string> {
  if (links.length === 0) return text;
  const resolver = await openDestinationResolver(content, origin);
  const destinations = new Map<StoredLink, string>();
  for (const link of links)
    destinations.set(link, await resolver.rewrite(text.slice(link.at, link.at + link.length), link));
  return replaceLinks(text, links, (link, written) => destinations.get(link) ?? written);
}

/**
 * Rewrites all links by id, which makes the text independent of the content. The written destination is kept beside
 * the id, for text in which the document model recognizes no link.
 */
export function writeLinksById(text: string, links: readonly StoredLink[]): string {
  return replaceLinks(text, links, (link, written) => {
    const path = "page" in link ? `/pages/${link.page}` : `/files/${link.file}`;
    return dualDestination(path + splitDestination(written).suffix, written);
  });
}

export function replaceLinks<L extends Pick<StoredLink, "at" | "length">>(
  text: string,
  links: readonly L[],
  replace: (link: L, written: string) => string,
): string {
  const parts: string[] = [];
  let copiedTo = 0;
  for (const link of links) {
    const end = link.at + link.length;
    parts.push(text.slice(copiedTo, link.at), replace(link, text.slice(link.at, end)));
    copiedTo = end;
  }
  return parts.join("") + text.slice(copiedTo);
}
