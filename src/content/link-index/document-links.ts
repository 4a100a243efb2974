import {
  collectLinks,
  type DocumentLink,
  type DocumentLinks,
  fileRefOf,
  type LinkById,
} from "../document/index.ts";
import { readBlocks, type StoredDocument } from "../document-store/index.ts";
import { findFrontMatterAddresses } from "../markdown/index.ts";
import type { Nodes } from "../nodes/index.ts";

/** Finds the links and anchors of a document. */
export async function findDocumentLinks(nodes: Nodes, hash: string): Promise<DocumentLinks> {
  const { text, links } = await nodes.read<StoredDocument>(hash);
  const { addresses, end } = await findFrontMatterAddresses(text);
  const linksById = links.map((link): LinkById & { at: number } => ({
    at: link.at,
    before: text.slice(text.lastIndexOf("\n", link.at - 1) + 1, link.at),
    written: text.slice(link.at, link.at + link.length),
    ref: "page" in link ? { kind: "page", page: link.page } : { kind: "file", file: link.file },
  }));
  const found = collectLinks(
    await readBlocks(nodes, hash),
    linksById.filter(({ at }) => at >= end),
  );
  // Other images in the front matter, found or external, are attributes of the page.
  const broken = addresses
    .filter(
      ({ at, text: address }) => !/^https?:/i.test(address) && linksById.every((link) => link.at !== at),
    )
    .map(({ text: address }): DocumentLink => ({ ref: fileRefOf(address), relation: "dependsOn" }));
  return { ...found, links: [...broken, ...found.links] };
}
