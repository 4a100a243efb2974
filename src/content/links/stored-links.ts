import { badInput } from "../../platform/index.ts";
import { dualDestination } from "../document/index.ts";
import { allDestinations, type DestinationScanner, findFrontMatterDestinations } from "../markdown/index.ts";
import { type Content, maxLinks } from "../model/index.ts";
import {
  type LinkTarget,
  type Origin,
  openDestinationResolver,
  pathById,
  type ResolveOptions,
  suffixOf,
} from "./destination-resolver.ts";

/** A link to a page or file of the same space: its position in the text, and the id of its target. */
export type StoredLink = { readonly at: number; readonly length: number } & LinkTarget;

/** Finds the links of a document to pages and files of the same space. */
export async function resolveLinks(
  content: Content,
  origin: Origin,
  markdown: string,
  options?: ResolveOptions,
  scanner?: DestinationScanner,
): Promise<StoredLink[]> {
  const links: StoredLink[] = [];
  const destinations = await allDestinations(markdown, await findFrontMatterDestinations(markdown), scanner);
  const resolver = await openDestinationResolver(content, origin, options);
  const targets = await resolver.resolveAll(destinations.map(({ text }) => text));
  for (const { at, text } of destinations) {
    const target = targets.get(text);
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
  const destinations = await resolver.rewriteAll(
    links.map(({ at, length, ...target }) => ({ written: text.slice(at, at + length), target })),
  );
  return replaceLinks(text, links, (_, written, i) => destinations[i] ?? written);
}

/**
 * Rewrites all links by id, which makes the text independent of the content. The written destination is kept beside
 * the id, for text in which the document model recognizes no link.
 */
export function writeLinksById(text: string, links: readonly StoredLink[]): string {
  return replaceLinks(text, links, (link, written) =>
    dualDestination(pathById(link) + suffixOf(written), written),
  );
}

/** Replaces the paths of links, and keeps their queries and fragments. */
export function redirectLinks(
  text: string,
  links: readonly StoredLink[],
  pathOf: (target: LinkTarget) => string,
): string {
  return replaceLinks(text, links, (link, written) => pathOf(link) + suffixOf(written));
}

export function replaceLinks<L extends Pick<StoredLink, "at" | "length">>(
  text: string,
  links: readonly L[],
  replace: (link: L, written: string, index: number) => string,
): string {
  const parts: string[] = [];
  let copiedTo = 0;
  for (const [index, link] of links.entries()) {
    const end = link.at + link.length;
    parts.push(text.slice(copiedTo, link.at), replace(link, text.slice(link.at, end), index));
    copiedTo = end;
  }
  return parts.join("") + text.slice(copiedTo);
}
