import type { Block, ContentRef, Document } from "../document/index.ts";
import { findReusableContent, type Origin } from "../links/index.ts";
import { readEntries } from "../map/index.ts";
import type { Content, PageRecord } from "../model/index.ts";
import { readBlocks, readDocumentMarkdown, writeBlocks } from "./document-store.ts";

/** How much of a document is replaced by what it stands for: all, or only what does not depend on who reads it. */
export const evaluationModes = ["true", "false", "deterministic-only"] as const;
export type EvaluationMode = (typeof evaluationModes)[number];

/** A document in a content, and the page that it is read on. */
export interface EvaluationInput {
  readonly content: Content;
  readonly origin: Origin;
  readonly page?: PageRecord;
  readonly hash: string | undefined;
  /** What is known of the visitor who reads it; they get it evaluated, whatever they ask for. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** The document as blocks, evaluated as far as it shall be. */
export async function readEvaluatedBlocks(
  reading: EvaluationInput,
  evaluated: EvaluationMode,
): Promise<Document> {
  const { content, page, hash, claims } = reading;
  const document = await readBlocks(content.nodes, hash);
  if (evaluated === "false" && claims === undefined) return document;
  const { evaluateDocument } = await import("../document/evaluate.ts");
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
export async function readEvaluatedMarkdown(
  reading: EvaluationInput,
  evaluated: EvaluationMode,
): Promise<string> {
  const { content, origin, hash, claims } = reading;
  const written = await readDocumentMarkdown(content, origin, hash);
  const isAsWritten =
    claims === undefined
      ? evaluated === "false" || !/\bexpression\b|\{%[ \t]*(?:if|include)\b/.test(written)
      : !/\bexpression\b|\{%/.test(written);
  if (isAsWritten) return written;
  return writeBlocks(content, origin, await readEvaluatedBlocks(reading, evaluated));
}

async function findReusableBlocks(
  { nodes, roots }: Content,
  { reusableContent, space }: Extract<ContentRef, { kind: "reusable-content" }>,
): Promise<readonly Block[] | undefined> {
  if (space !== undefined) return undefined;
  const found = await findReusableContent({ nodes, roots }, reusableContent);
  return found && (await readBlocks(nodes, found.value.document)).nodes;
}
