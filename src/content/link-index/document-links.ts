import type { DocumentLink, DocumentLinks, LinkById } from "../document/index.ts";
import { readBlocks, type StoredDocument } from "../document-store/index.ts";
import { findFrontMatterAddresses } from "../markdown/index.ts";
import type { Nodes } from "../nodes/index.ts";

/** What is found in the document of this hash. */
export async function findDocumentLinks(nodes: Nodes, hash: string): Promise<DocumentLinks> {
  const { collectLinks } = await import("../document/document-links.ts");
  const { fileRefOf } = await import("../document/model/references.ts");
  const { text, links } = await nodes.read<StoredDocument>(hash);
  const { addresses, end } = await findFrontMatterAddresses(text);
  const kept = links.map((link): LinkById & { at: number } => ({
    at: link.at,
    before: text.slice(text.lastIndexOf("\n", link.at - 1) + 1, link.at),
    written: text.slice(link.at, link.at + link.length),
    ref: "page" in link ? { kind: "page", page: link.page } : { kind: "file", file: link.file },
  }));
  const findings = collectLinks(
    await readBlocks(nodes, hash),
    kept.filter(({ at }) => at >= end),
  );
  // Images of the front matter that are there are attributes of the page, and so are those from elsewhere.
  const missing = addresses
    .filter(({ at, text: address }) => !/^https?:/i.test(address) && kept.every((link) => link.at !== at))
    .map(({ text: address }): DocumentLink => ({ ref: fileRefOf(address), relation: "dependsOn" }));
  return { ...findings, links: [...missing, ...findings.links] };
}
