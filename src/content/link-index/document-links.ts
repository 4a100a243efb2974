import {
  anchorNamesIn,
  collectLinks,
  type DocumentLink,
  type DocumentLinks,
  fileRefOf,
  hasConditionTag,
  type LinkById,
  PlainTextScanner,
} from "../document/index.ts";
import { findReadableBlocks, type StoredDocument } from "../document-store/index.ts";
import { findFrontMatterDestinations } from "../markdown/index.ts";
import { maxNodes } from "../model/index.ts";
import type { Nodes } from "../nodes/index.ts";

export async function findDocumentLinks(nodes: Nodes, hash: string): Promise<DocumentLinks> {
  const { text, links } = await nodes.read<StoredDocument>(hash);
  const { destinations, end } = await findFrontMatterDestinations(text);
  const plainText = new PlainTextScanner(text);
  const linksById = links.map((link): LinkById & { at: number } => ({
    at: link.at,
    isInPlainText: plainText.contains(link.at),
    written: text.slice(link.at, link.at + link.length),
    ref: "page" in link ? { kind: "page", page: link.page } : { kind: "file", file: link.file },
  }));
  const document = await findReadableBlocks(nodes, hash);
  const inBody = linksById.filter(({ at }) => at >= end);
  const documentLinks = document === undefined ? storedLinks(text, inBody) : collectLinks(document, inBody);
  // Existing and external cover images are attributes of the page, so only broken ones are added.
  const broken = destinations
    .filter(
      ({ at, text: written }) => !/^https?:/i.test(written) && linksById.every((link) => link.at !== at),
    )
    .map(({ text: written }): DocumentLink => ({ ref: fileRefOf(written), relation: "dependsOn" }));
  const names = anchorNamesIn(text).difference(new Set(documentLinks.anchors));
  return {
    ...documentLinks,
    links: [...broken, ...documentLinks.links],
    anchors: [...documentLinks.anchors, ...names],
  };
}

/** The links that are known of a document with too many nodes. Visitors do not see their targets if a part of it has a condition. */
function storedLinks(text: string, links: readonly LinkById[]): DocumentLinks {
  const condition = hasConditionTag(text) ? { condition: 0 } : {};
  return {
    links: links.map(({ ref }) => ({ ref, relation: "reference", ...condition })),
    anchors: [],
    varies: true,
    conditions: [{}],
    expressions: [],
    nodes: maxNodes,
  };
}
