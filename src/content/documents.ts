import type { Content, Draft } from "./content.ts";
import { type Names, type Origin, resolveLinks, type StoredLink, writeLinks } from "./links.ts";
import type { Destination } from "./markdown/destinations.ts";
import { findFrontMatterAddresses, patchFrontMatter } from "./markdown/front-matter.ts";
import type { Nodes } from "./nodes.ts";

/** A document as it is kept: the text as it was written, and which of its links are kept by id. */
export interface DocumentNode {
  readonly text: string;
  readonly links: readonly StoredLink[];
}

/** Stages a document; the hash of it. An empty one is none. */
export async function writeDocument(
  { nodes, roots }: Draft,
  origin: Origin,
  markdown: string,
  names: Names,
): Promise<string | undefined> {
  if (markdown === "") return undefined;
  const document: DocumentNode = {
    text: markdown,
    links: await resolveLinks({ nodes, roots }, origin, markdown, names),
  };
  return nodes.write(document);
}

/** The document as Markdown: as it was written, with links that work in this content. */
export async function readDocument(
  content: Content,
  origin: Origin,
  hash: string | undefined,
): Promise<string> {
  if (hash === undefined) return "";
  const { text, links } = await content.nodes.read<DocumentNode>(hash);
  return writeLinks(content, origin, text, links);
}

/** The document with these fields of its front matter changed, where it has them. */
export async function patchDocument(
  nodes: Nodes,
  hash: string | undefined,
  changes: Parameters<typeof patchFrontMatter>[1],
): Promise<string | undefined> {
  if (hash === undefined) return undefined;
  const { text, links } = await nodes.read<DocumentNode>(hash);
  const patched = await patchFrontMatter(text, changes);
  if (patched === text) return hash;
  const shift = patched.length - text.length;
  const before = await findFrontMatterAddresses(text);
  const after = await findFrontMatterAddresses(patched);
  const moved = links.flatMap((link) => {
    if (link.at >= before.end) return { ...link, at: link.at + shift };
    // An address is taken out or stays as it is: the one with this text, and as many like it before as before.
    const now = sameAddress(
      text.slice(link.at, link.at + link.length),
      link.at,
      before.addresses,
      after.addresses,
    );
    return now === undefined ? [] : { ...link, at: now.at };
  });
  return nodes.write({ text: patched, links: moved } satisfies DocumentNode);
}

/** Where an address of the front matter is now, among those that are left. */
function sameAddress(
  text: string,
  at: number,
  before: readonly Destination[],
  after: readonly Destination[],
): Destination | undefined {
  const alike = (all: readonly Destination[]) => all.filter((address) => address.text === text);
  return alike(after)[alike(before).findIndex((address) => address.at === at)];
}
