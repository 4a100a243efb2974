import { badInput, EventLoopYielder, finishYielding } from "../../platform/index.ts";
import {
  type Block,
  blocksFromMarkdownYielding,
  type ContentRef,
  checkDocument,
  countNodes,
  type Document,
  type DocumentReader,
  documentDataOf,
  documentFromMarkdownYielding,
  documentToMarkdown,
  evaluateDocument,
  hasConditionTag,
  markdownSteps,
  patchSteps,
  TooManyNodesError,
  writeFrontMatter,
} from "../document/index.ts";
import {
  findReusableContent,
  type LinkTarget,
  type Origin,
  type ResolveOptions,
  redirectLinks,
  resolveLinks,
  type StoredLink,
  writeLinks,
  writeLinksById,
} from "../links/index.ts";
import {
  type Destination,
  findFrontMatterDestinations,
  patchFrontMatter,
  withTitleHeading,
} from "../markdown/index.ts";
import {
  type Content,
  type Draft,
  limits,
  mayHaveTooManyNodes,
  nodeLimit,
  type PageRecord,
  readVariables,
} from "../model/index.ts";
import type { Nodes } from "../nodes/index.ts";
import type { PageReader } from "./page-reader.ts";

/** A stored document: the author's Markdown, and its links to pages and files of the space. */
export interface StoredDocument {
  readonly text: string;
  readonly links: readonly StoredLink[];
}

/** Stages a document and returns its hash; undefined for an empty document. */
export async function writeDocument(
  draft: Draft,
  origin: Origin,
  markdown: string,
  options: ResolveOptions,
  reader?: PageReader,
): Promise<string | undefined> {
  if (markdown === "") return undefined;
  const links = await resolveLinks(draft, origin, markdown, options, reader?.destinations);
  const hash = draft.nodes.write({ text: markdown, links } satisfies StoredDocument);
  // The blocks are cached, since the new document is indexed soon.
  if (mayHaveTooManyNodes(markdown) && (await findReadableBlocks(draft.nodes, hash, reader)) === undefined)
    throw badInput("document", nodeLimit);
  return hash;
}

/** Whether a text that is not stored yet has too many nodes to be read as blocks. */
export async function hasTooManyNodes(markdown: string): Promise<boolean> {
  return mayHaveTooManyNodes(markdown) && (await unlessTooLarge(parseBlocks(markdown))) === undefined;
}

/** Reads a document as Markdown, with links rewritten to the current paths. */
export async function readDocumentMarkdown(
  content: Content,
  origin: Origin,
  hash: string | undefined,
  isPageVisible?: IsPageVisible,
): Promise<string> {
  const { text, links } = await readStored(content.nodes, hash);
  return writeLinks(content, origin, text, await visibleLinks(links, isPageVisible));
}

/**
 * Reads the lines of a document as Markdown. They are compared with links by id: the path of a link also changes when its target
 * is moved.
 */
export async function readDocumentLines(content: Content, origin: Origin, hash: string | undefined) {
  const { text, links } = await readStored(content.nodes, hash);
  const linesOf = (markdown: string) => (markdown === "" ? [] : markdown.replace(/\n$/, "").split("\n"));
  return {
    shown: linesOf(await writeLinks(content, origin, text, links)),
    compared: linesOf(writeLinksById(text, links)),
  };
}

/** Whether the reader may see a page. Its current path is not written in links otherwise. */
type IsPageVisible = (id: string) => Promise<boolean>;

async function visibleLinks(links: readonly StoredLink[], isPageVisible?: IsPageVisible) {
  if (isPageVisible === undefined) return links;
  const visible: StoredLink[] = [];
  const yielder = new EventLoopYielder();
  for (const link of links) {
    await yielder.yieldIfDue();
    if (!("page" in link) || (await isPageVisible(link.page))) visible.push(link);
  }
  return visible;
}

async function readStored(nodes: Nodes, hash: string | undefined): Promise<StoredDocument> {
  return hash === undefined ? { text: "", links: [] } : nodes.read<StoredDocument>(hash);
}

/** Whether a document has text below its front matter. The answer is cached by hash, and not the text: it is asked for every page with subpages. */
export async function hasText(nodes: Nodes, hash: string | undefined): Promise<boolean> {
  if (hash === undefined) return false;
  const { isEmpty } = await nodes.memoize(`has-text ${hash}`, async () => {
    const { text } = await nodes.readUncached<StoredDocument>(hash);
    return { value: { isEmpty: text.slice(await bodyStart(text)).trim() === "" }, size: 100 };
  });
  return !isEmpty;
}

/** Reads a document as blocks, with links by id. Throws `TooManyNodesError` if it has too many nodes. */
export async function readBlocks(
  nodes: Nodes,
  hash: string | undefined,
  reader?: PageReader,
): Promise<Document> {
  const document = await findReadableBlocks(nodes, hash, reader);
  if (document === undefined) throw new TooManyNodesError();
  return document;
}

/** The memory of a document node in bytes, excluding its text, as measured with pages of mixed content. */
const nodeSize = 230;

/** Like `readBlocks`, but undefined for too many nodes. The blocks depend on the hash alone, and are cached. */
export async function findReadableBlocks(
  nodes: Nodes,
  hash: string | undefined,
  reader?: PageReader,
): Promise<Document | undefined> {
  if (hash === undefined) return { object: "document", data: {}, nodes: [] };
  const key = `document ${hash}`;
  const parse = async () => {
    const { text, links } = await nodes.read<StoredDocument>(hash);
    const document = await unlessTooLarge(parseBlocks(writeLinksById(text, links), reader?.documents));
    const count = document && (reader?.documents.countNodes(document.nodes) ?? countNodes(document));
    const size = count === undefined ? 0 : 2 * text.length + nodeSize * count;
    return { value: { document }, size: size + nodeSize };
  };
  if (reader === undefined) return (await nodes.memoize(key, parse)).document;
  return (await reader.read(nodes, key, parse)).document;
}

/** The document, or undefined if it has too many nodes. */
export async function unlessTooLarge(document: Promise<Document>): Promise<Document | undefined> {
  try {
    return await document;
  } catch (error) {
    if (error instanceof TooManyNodesError) return undefined;
    throw error;
  }
}

/** Reads a document by a hash that a client sent; undefined if the hash is not that of a document. */
export async function findBlocks(nodes: Nodes, hash: string): Promise<Document | undefined> {
  const node = await nodes.find<Partial<StoredDocument>>(hash);
  return typeof node?.text === "string" && node.links !== undefined ? readBlocks(nodes, hash) : undefined;
}

async function parseBlocks(markdown: string, reader?: DocumentReader): Promise<Document> {
  const start = await bodyStart(markdown);
  if (reader === undefined) return documentFromMarkdownYielding(markdown, start);
  const data = documentDataOf(markdown.slice(0, start));
  return finishYielding(reader.readDocument(markdown.slice(start), data));
}

async function bodyStart(markdown: string): Promise<number> {
  return (await findFrontMatterDestinations(markdown)).end;
}

/** Writes blocks as Markdown, with links rewritten to the current paths. */
async function writeBlocks(
  { content, origin, isPageVisible }: EvaluationInput,
  document: Document,
): Promise<string> {
  const markdown = await finishYielding(markdownSteps(document));
  const links = await resolveLinks(content, origin, markdown);
  return writeLinks(content, origin, markdown, await visibleLinks(links, isPageVisible));
}

export async function checkBlocks(document: unknown, field: string): Promise<Document> {
  const checked = await finishYielding(checkDocument(document, field));
  const { frontMatter } = checked.data;
  if (frontMatter !== undefined && (await bodyStart(writeFrontMatter(frontMatter))) === 0)
    throw badInput(`${field}.data.frontMatter`, "must be a YAML mapping");
  return checked;
}

/** Writes blocks as Markdown in its normal form. */
export function blocksToMarkdown(document: Document, field: string, maxLength: number): string {
  return requireMaxLength(documentToMarkdown(document), field, maxLength);
}

/** A stored document, or Markdown that is not stored yet. */
export type DocumentSource = { readonly hash: string | undefined } | { readonly markdown: string };

interface PatchOptions {
  /** A second source of blocks. */
  readonly otherSource?: DocumentSource;
  /** The field of the request that has the blocks. */
  readonly field?: string;
  readonly reader?: PageReader;
}

/** Writes blocks as Markdown. Blocks that are unchanged from `before` or `otherSource` keep their Markdown. */
export async function patchWithBlocks(
  content: Content,
  origin: Origin,
  before: DocumentSource,
  { data, nodes }: Document,
  { otherSource, field = "document.document", reader }: PatchOptions = {},
): Promise<string> {
  const text = await readSourceForms(content, origin, before);
  const other = otherSource && (await readSourceForms(content, origin, otherSource)).body;
  const body = await finishYielding(patchSteps(text.body, nodes, other, reader?.documents));
  const written = data.frontMatter === undefined ? "" : writeFrontMatter(data.frontMatter);
  const front = text.data.frontMatter === data.frontMatter ? text.front : written;
  return requireMaxLength(front + body, field, limits.document);
}

/** Reads a source as blocks, with links by id. */
export async function blocksOfSource(
  content: Content,
  origin: Origin,
  source: DocumentSource,
): Promise<Document> {
  if ("hash" in source) return readBlocks(content.nodes, source.hash);
  const { text, links } = await storedForm(content, origin, source);
  return parseBlocks(writeLinksById(text, links));
}

/** Reads a source with links by path and with links by id, each split into front matter and body. */
async function readSourceForms(content: Content, origin: Origin, source: DocumentSource) {
  const { text, links } = await storedForm(content, origin, source);
  const byPath = "hash" in source ? await writeLinks(content, origin, text, links) : text;
  const byId = writeLinksById(text, links);
  const [byPathEnd, byIdEnd] = [await bodyStart(byPath), await bodyStart(byId)];
  return {
    front: byPath.slice(0, byPathEnd),
    data: documentDataOf(byId.slice(0, byIdEnd)),
    body: { byPath: byPath.slice(byPathEnd), byId: byId.slice(byIdEnd) },
  };
}

async function storedForm(content: Content, origin: Origin, source: DocumentSource): Promise<StoredDocument> {
  if ("hash" in source) return readStored(content.nodes, source.hash);
  return { text: source.markdown, links: await resolveLinks(content, origin, source.markdown) };
}

function requireMaxLength(markdown: string, field: string, maxLength: number): string {
  if (markdown.length > maxLength)
    throw badInput(field, `must be at most ${maxLength} characters as Markdown`);
  return markdown;
}

/** Changes existing front matter fields of a document. Returns the hash of the patched document. */
export async function patchStoredFrontMatter(
  nodes: Nodes,
  hash: string | undefined,
  changes: Parameters<typeof patchFrontMatter>[1],
): Promise<string | undefined> {
  const { text, links } = await readStored(nodes, hash);
  const patched = await patchFrontMatter(text, changes);
  if (patched === text) return hash;
  const before = await findFrontMatterDestinations(text);
  const after = await findFrontMatterDestinations(patched);
  const moved = links.flatMap((link) => {
    if (link.at >= before.end) return { ...link, at: link.at + patched.length - text.length };
    // A patch removes destinations or keeps them: those with equal text keep their order.
    const written = text.slice(link.at, link.at + link.length);
    const sameText = (all: readonly Destination[]) => all.filter(({ text }) => text === written);
    const index = sameText(before.destinations).findIndex(({ at }) => at === link.at);
    const destination = sameText(after.destinations)[index];
    return destination === undefined ? [] : { ...link, at: destination.at };
  });
  return nodes.write({ text: patched, links: moved } satisfies StoredDocument);
}

/** Stages a copy of a document whose links to some pages lead to others. Returns its hash, which is the same without such links. */
export async function copyWithTargets(
  nodes: Nodes,
  hash: string | undefined,
  pages: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  if (hash === undefined) return undefined;
  const { text, links } = await nodes.read<StoredDocument>(hash);
  if (!links.some((link) => "page" in link && pages.has(link.page))) return hash;
  const copied = links.map((link) =>
    "page" in link ? { ...link, page: pages.get(link.page) ?? link.page } : link,
  );
  return nodes.write({ text, links: copied } satisfies StoredDocument);
}

/** Reads a document as Markdown whose links to pages and files of the space have other paths. */
export async function copyMarkdown(
  nodes: Nodes,
  hash: string | undefined,
  pathOf: (target: LinkTarget) => string,
): Promise<string> {
  const { text, links } = await readStored(nodes, hash);
  return redirectLinks(text, links, pathOf);
}

/** Which expressions to evaluate: all, none, or only those that do not depend on the visitor. */
export const evaluationModes = ["true", "false", "deterministic-only"] as const;
type EvaluationMode = (typeof evaluationModes)[number];

/** A document and the values for its expressions. */
interface EvaluationInput {
  readonly content: Content;
  readonly origin: Origin;
  readonly page?: PageRecord;
  readonly hash: string | undefined;
  /** The claims of a visitor. If they are set, the document is evaluated in every mode. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly isPageVisible?: IsPageVisible;
  /** Changes the evaluated blocks before they are written as Markdown. */
  convert?(blocks: readonly Block[]): Promise<readonly Block[]>;
}

export async function readEvaluatedBlocks(input: EvaluationInput, mode: EvaluationMode): Promise<Document> {
  const { content, hash, claims } = input;
  const document = await readBlocks(content.nodes, hash);
  return mode === "false" && claims === undefined ? document : evaluateBlocks(input, document, mode);
}

/**
 * Reads the blocks that a visitor sees, for a page whose HTML is kept: the blocks have no keys and are not cached, since
 * they take much more memory than the HTML.
 */
export function readShownBlocks(
  input: Omit<EvaluationInput, "isPageVisible"> & Required<Pick<EvaluationInput, "claims">>,
): Promise<readonly Block[]> {
  return readBlocksForHtml(input);
}

/**
 * Reads the blocks that a writer sees: variables and reusable contents are filled in, conditional blocks are kept. They have keys, by which
 * comments and authors belong to them.
 */
export function readWriterBlocks(
  input: Omit<EvaluationInput, "isPageVisible" | "claims">,
): Promise<readonly Block[]> {
  return readBlocksForHtml({ ...input, keepsConditions: true });
}

async function readBlocksForHtml(
  input: EvaluationInput & { readonly keepsConditions?: boolean },
): Promise<readonly Block[]> {
  const { nodes } = input.content;
  if (input.hash === undefined) return [];
  const { text, links } = await nodes.readUncached<StoredDocument>(input.hash);
  const cached = nodes.getCached<{ document: Document | undefined }>(`document ${input.hash}`)?.document;
  const keyed = cached ?? (input.keepsConditions ? await findReadableBlocks(nodes, input.hash) : undefined);
  const blocks = keyed?.nodes ?? (await readBlocksOnce(writeLinksById(text, links)));
  if (!mayBeEvaluated.test(text)) return blocks;
  const mode = input.keepsConditions ? "deterministic-only" : "true";
  return (await evaluateBlocks(input, { object: "document", data: {}, nodes: blocks }, mode)).nodes;
}

/** What a text with expressions, conditions or included content contains. A brace may be escaped or an entity. */
const mayBeEvaluated = /\bexpression\b|\{\\?%|&(?:#|lbrace;|lcub;)/i;

async function readBlocksOnce(markdown: string): Promise<Block[]> {
  return blocksFromMarkdownYielding(markdown, await bodyStart(markdown));
}

async function evaluateBlocks(
  {
    content,
    page,
    claims,
    keepsConditions = false,
  }: EvaluationInput & { readonly keepsConditions?: boolean },
  document: Document,
  mode: EvaluationMode,
): Promise<Document> {
  // The front matter has the condition and the variables of the page, so visitors do not see it.
  const source = claims === undefined ? document : { ...document, data: {} };
  const expanded = new Map<string, Promise<readonly Block[] | undefined>>();
  return evaluateDocument(source, {
    scope: {
      space: { vars: await readVariables(content) },
      page: { vars: page?.variables ?? {} },
      // A member has no claims.
      visitor: { claims: claims ?? { unsigned: {} } },
    },
    unknown: new Set(mode === "deterministic-only" && claims === undefined ? ["visitor"] : []),
    isForVisitor: claims !== undefined,
    keepsConditions,
    expand: (ref) =>
      expanded.getOrInsertComputed(ref.reusableContent, () => findReusableBlocks(content, ref)),
  });
}

/** Reads a document as Markdown. Evaluated Markdown of a page begins with its title. */
export async function readEvaluatedMarkdown(input: EvaluationInput, mode: EvaluationMode): Promise<string> {
  const markdown = await evaluateMarkdown(input, mode);
  return mode === "false" || input.page === undefined
    ? markdown
    : withTitleHeading(markdown, input.page.title);
}

/** Returns the author's Markdown if it contains no expressions. */
async function evaluateMarkdown(input: EvaluationInput, mode: EvaluationMode): Promise<string> {
  const { content, origin, hash, claims, isPageVisible } = input;
  const markdown = await readDocumentMarkdown(content, origin, hash, isPageVisible);
  const shown = claims === undefined ? markdown : markdown.slice(await bodyStart(markdown));
  const isStatic =
    claims === undefined
      ? mode === "false" || !/\bexpression\b|\{%[ \t]*(?:if|include)\b/.test(markdown)
      : !/\bexpression\b|\{%/.test(shown);
  if (isStatic) return shown;
  const evaluated = await unlessTooLarge(readEvaluatedBlocks(input, mode));
  if (evaluated !== undefined) {
    const nodes = (await input.convert?.(evaluated.nodes)) ?? evaluated.nodes;
    return writeBlocks(input, { ...evaluated, nodes });
  }
  // A visitor gets a document that is too large as it was written, unless a condition could hide a part of it.
  if (claims === undefined || hasConditionTag(shown)) throw new TooManyNodesError();
  return shown;
}

async function findReusableBlocks(
  content: Content,
  { reusableContent, space }: Extract<ContentRef, { kind: "reusable-content" }>,
): Promise<readonly Block[] | undefined> {
  if (space !== undefined) return undefined;
  const found = await findReusableContent(content, reusableContent);
  return found && (await findReadableBlocks(content.nodes, found.value.document))?.nodes;
}
