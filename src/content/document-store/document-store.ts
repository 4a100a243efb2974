import { badInput } from "../../platform/index.ts";
import { countNodes, type Document } from "../document/index.ts";
import {
  type Origin,
  type ResolveOptions,
  resolveLinks,
  type StoredLink,
  writeLinks,
  writeLinksById,
} from "../links/index.ts";
import { type Destination, findFrontMatterAddresses, patchFrontMatter } from "../markdown/index.ts";
import { type Content, type Draft, limits } from "../model/index.ts";
import type { Nodes } from "../nodes/index.ts";

/** A document as it is kept: the text as it was written, and which of its links are kept by id. */
export interface StoredDocument {
  readonly text: string;
  readonly links: readonly StoredLink[];
}

/** Stages a document; the hash of it. An empty one is none. */
export async function writeDocument(
  { nodes, roots }: Draft,
  origin: Origin,
  markdown: string,
  names: ResolveOptions,
): Promise<string | undefined> {
  if (markdown === "") return undefined;
  const document: StoredDocument = {
    text: markdown,
    links: await resolveLinks({ nodes, roots }, origin, markdown, names),
  };
  return nodes.write(document);
}

/** The document as Markdown: as it was written, with links that work in this content. */
export async function readDocumentMarkdown(
  content: Content,
  origin: Origin,
  hash: string | undefined,
): Promise<string> {
  if (hash === undefined) return "";
  const { text, links } = await content.nodes.read<StoredDocument>(hash);
  return writeLinks(content, origin, text, links);
}

/** About what a node of a document takes up in memory, beside its text. */
const nodeSize = 100;

/** The document as blocks, with links by id. It is the same in every revision that holds it, and read once. */
export function readBlocks(nodes: Nodes, hash: string | undefined): Promise<Document> {
  if (hash === undefined) return Promise.resolve({ object: "document", data: {}, nodes: [] });
  return nodes.derive("document", hash, async ({ text, links }: StoredDocument) => {
    const document = await blocksIn(writeLinksById(text, links));
    return { value: document, size: 2 * text.length + nodeSize * countNodes(document) };
  });
}

/** The document of this hash as blocks; undefined where there is none. */
export async function findBlocks(nodes: Nodes, hash: string): Promise<Document | undefined> {
  const node = await nodes.find<Partial<StoredDocument>>(hash);
  // Other nodes have hashes too, and are nothing to be shown.
  return typeof node?.text === "string" && node.links !== undefined ? readBlocks(nodes, hash) : undefined;
}

async function blocksIn(markdown: string): Promise<Document> {
  const { documentInTurns } = await import("../document/markdown.ts");
  return documentInTurns(markdown, await bodyStart(markdown));
}

async function bodyStart(markdown: string): Promise<number> {
  return (await findFrontMatterAddresses(markdown)).end;
}

/** Blocks as Markdown, with links that work in this content. */
export async function writeBlocks(content: Content, origin: Origin, document: Document): Promise<string> {
  const { markdownFrom } = await import("../document/markdown.ts");
  const markdown = markdownFrom(document);
  return writeLinks(content, origin, markdown, await resolveLinks(content, origin, markdown));
}

/** Blocks as an author sends them; what is wrong with them is refused, and named. */
export async function checkBlocks(document: unknown, field: string): Promise<Document> {
  const { checkDocument } = await import("../document/check-document.ts");
  const { writeFrontMatter } = await import("../document/markdown.ts");
  const checked = checkDocument(document, field);
  const { frontMatter } = checked.data;
  if (frontMatter !== undefined && (await bodyStart(writeFrontMatter(frontMatter))) === 0)
    throw badInput(`${field}.data.frontMatter`, "must be YAML with fields");
  return checked;
}

/** Blocks as Markdown, in its normal form. */
export async function blocksToMarkdown(document: Document, field: string, longest: number): Promise<string> {
  const { markdownFrom } = await import("../document/markdown.ts");
  return requireShort(markdownFrom(document), field, longest);
}

/** A text that blocks are laid over: one that is kept, or one that will be. */
export type DocumentSource = { readonly hash: string | undefined } | { readonly markdown: string };

/** Blocks as Markdown in the place of another text: what they leave as it is stands as it was written there. */
export async function patchWithBlocks(
  content: Content,
  origin: Origin,
  before: DocumentSource,
  { data, nodes }: Document,
  other?: DocumentSource,
): Promise<string> {
  const { patchMarkdown } = await import("../document/patch.ts");
  const { writeFrontMatter } = await import("../document/markdown.ts");
  const text = await bothForms(content, origin, before);
  const body = patchMarkdown(text.body, nodes, other && (await bothForms(content, origin, other)).body);
  const given = data.frontMatter === undefined ? "" : writeFrontMatter(data.frontMatter);
  const front = text.data.frontMatter === data.frontMatter ? text.front : given;
  return requireShort(front + body, "document.document", limits.document);
}

/** The blocks of a text, with links by id. */
export async function blocksOfSource(
  content: Content,
  origin: Origin,
  before: DocumentSource,
): Promise<Document> {
  if ("hash" in before) return readBlocks(content.nodes, before.hash);
  return blocksIn(writeLinksById(before.markdown, await resolveLinks(content, origin, before.markdown)));
}

/** A text with links that work now, and the same with links by id: its front matter, and what is behind that. */
async function bothForms(content: Content, origin: Origin, before: DocumentSource) {
  const { text, links } = await textOf(content, origin, before);
  const shown = "hash" in before ? await writeLinks(content, origin, text, links) : text;
  const byId = writeLinksById(text, links);
  const [shownEnd, byIdEnd] = [await bodyStart(shown), await bodyStart(byId)];
  const { dataOf } = await import("../document/markdown.ts");
  return {
    front: shown.slice(0, shownEnd),
    data: dataOf(byId.slice(0, byIdEnd)),
    body: { shown: shown.slice(shownEnd), byId: byId.slice(byIdEnd) },
  };
}

async function textOf(content: Content, origin: Origin, before: DocumentSource): Promise<StoredDocument> {
  if ("markdown" in before)
    return { text: before.markdown, links: await resolveLinks(content, origin, before.markdown) };
  return before.hash === undefined
    ? { text: "", links: [] }
    : content.nodes.read<StoredDocument>(before.hash);
}

function requireShort(markdown: string, field: string, longest: number): string {
  if (markdown.length > longest) throw badInput(field, `must be at most ${longest} characters as Markdown`);
  return markdown;
}

/** The document with these fields of its front matter changed, where it has them. */
export async function patchStoredFrontMatter(
  nodes: Nodes,
  hash: string | undefined,
  changes: Parameters<typeof patchFrontMatter>[1],
): Promise<string | undefined> {
  if (hash === undefined) return undefined;
  const { text, links } = await nodes.read<StoredDocument>(hash);
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
  return nodes.write({ text: patched, links: moved } satisfies StoredDocument);
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
