import type { Content } from "./content.ts";
import type { Block, ContentRef, Document } from "./document/index.ts";
import { linkBlocks, readBlocks, readDocument } from "./documents.ts";
import type { Origin } from "./links.ts";
import { type Entry, getValue, readEntries } from "./map/index.ts";
import { slugOf } from "./pages/index.ts";
import type { PageRecord, ReusableContentRecord } from "./records.ts";

/** How much of a document is replaced by what it stands for: all, or only what does not depend on who reads it. */
export const evaluations = ["true", "false", "deterministic-only"] as const;
export type Evaluated = (typeof evaluations)[number];

/** A document in a content, and the page that it is read on. */
export interface Reading {
  readonly content: Content;
  readonly origin: Origin;
  readonly page?: PageRecord;
  readonly hash: string | undefined;
  /** What is known of the visitor who reads it; they get it evaluated, whatever they ask for. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** The document as blocks, evaluated as far as it shall be. */
export async function readEvaluatedBlocks(reading: Reading, evaluated: Evaluated): Promise<Document> {
  const { content, page, hash, claims } = reading;
  const document = await readBlocks(content.nodes, hash);
  if (evaluated === "false" && claims === undefined) return document;
  const { evaluateDocument } = await import("./document/evaluate.ts");
  const variables = await readEntries<string>(content.nodes, content.roots.variables);
  const expanded = new Map<string, Promise<readonly Block[] | undefined>>();
  return evaluateDocument(document, {
    scope: {
      space: { vars: Object.fromEntries(variables.map(({ key, value }) => [key, value])) },
      page: { vars: page?.variables ?? {} },
      // Who reads as a member is nobody in particular.
      visitor: { claims: claims ?? { unsigned: {} } },
    },
    unknown: new Set(evaluated === "deterministic-only" && claims === undefined ? ["visitor"] : []),
    isForVisitor: claims !== undefined,
    expand: (ref) =>
      expanded.getOrInsertComputed(ref.reusableContent, () => findReusableBlocks(content, ref)),
  });
}

/** The document as Markdown. As it was written, unless there is something in it to be evaluated. */
export async function readEvaluatedMarkdown(reading: Reading, evaluated: Evaluated): Promise<string> {
  const { content, origin, hash, claims } = reading;
  const written = await readDocument(content, origin, hash);
  const isAsWritten =
    claims === undefined
      ? evaluated === "false" || !/\bexpression\b|\{%[ \t]*(?:if|include)\b/.test(written)
      : !/\bexpression\b|\{%/.test(written);
  if (isAsWritten) return written;
  return linkBlocks(content, origin, await readEvaluatedBlocks(reading, evaluated));
}

async function findReusableBlocks(
  { nodes, roots }: Content,
  { reusableContent, space }: Extract<ContentRef, { kind: "reusable-content" }>,
): Promise<readonly Block[] | undefined> {
  if (space !== undefined) return undefined;
  const found = await findReusableContent({ nodes, roots }, reusableContent);
  return found && (await readBlocks(nodes, found.value.document)).nodes;
}

/** A reusable content: by its id, or by the name of the file in which other tools keep it. */
export async function findReusableContent(
  { nodes, roots }: Content,
  name: string,
): Promise<Entry<ReusableContentRecord> | undefined> {
  const byId = await getValue<ReusableContentRecord>(nodes, roots.reusableContents, name);
  return byId === undefined ? findByFileName({ nodes, roots }, name) : { key: name, value: byId };
}

/** About what a name takes up in memory. */
const nameSize = 300;

async function findByFileName(
  { nodes, roots }: Content,
  address: string,
): Promise<Entry<ReusableContentRecord> | undefined> {
  const [, name] = /(?:^|\/)includes\/([^/]+)\.md$/.exec(address) ?? [];
  if (name === undefined) return undefined;
  const names = await nodes.remember(`names ${roots.reusableContents}`, async () => {
    const entries = await readEntries<ReusableContentRecord>(nodes, roots.reusableContents);
    const value = new Map<string, Entry<ReusableContentRecord>>();
    for (const entry of entries) value.getOrInsert(await slugOf(entry.value.title), entry);
    return { value, size: nameSize * (1 + value.size) };
  });
  return names.get(name);
}
