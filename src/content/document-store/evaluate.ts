import { type Block, type ContentRef, type Document, evaluateDocument } from "../document/index.ts";
import { findReusableContent, type Origin } from "../links/index.ts";
import { type Content, type PageRecord, readVariables } from "../model/index.ts";
import { readBlocks, readDocumentMarkdown, writeBlocks } from "./document-store.ts";

/** Whether to evaluate everything, nothing, or only what does not depend on the visitor. */
export const evaluationModes = ["true", "false", "deterministic-only"] as const;
type EvaluationMode = (typeof evaluationModes)[number];

/** A document and what it is evaluated with. */
interface EvaluationInput {
  readonly content: Content;
  readonly origin: Origin;
  readonly page?: PageRecord;
  readonly hash: string | undefined;
  /** The claims of a visitor. A document is always evaluated for a visitor. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** Reads a document as evaluated blocks. */
export async function readEvaluatedBlocks(input: EvaluationInput, mode: EvaluationMode): Promise<Document> {
  const { content, page, hash, claims } = input;
  const document = await readBlocks(content.nodes, hash);
  if (mode === "false" && claims === undefined) return document;
  const expanded = new Map<string, Promise<readonly Block[] | undefined>>();
  return evaluateDocument(document, {
    scope: {
      space: { vars: await readVariables(content) },
      page: { vars: page?.variables ?? {} },
      // A member has no claims.
      visitor: { claims: claims ?? { unsigned: {} } },
    },
    unknown: new Set(mode === "deterministic-only" && claims === undefined ? ["visitor"] : []),
    isForVisitor: claims !== undefined,
    expand: (ref) =>
      expanded.getOrInsertComputed(ref.reusableContent, () => findReusableBlocks(content, ref)),
  });
}

/** Reads a document as evaluated Markdown. The author's Markdown is kept if it has nothing to evaluate. */
export async function readEvaluatedMarkdown(input: EvaluationInput, mode: EvaluationMode): Promise<string> {
  const { content, origin, hash, claims } = input;
  const markdown = await readDocumentMarkdown(content, origin, hash);
  const isStatic =
    claims === undefined
      ? mode === "false" || !/\bexpression\b|\{%[ \t]*(?:if|include)\b/.test(markdown)
      : !/\bexpression\b|\{%/.test(markdown);
  return isStatic ? markdown : writeBlocks(content, origin, await readEvaluatedBlocks(input, mode));
}

async function findReusableBlocks(
  content: Content,
  { reusableContent, space }: Extract<ContentRef, { kind: "reusable-content" }>,
): Promise<readonly Block[] | undefined> {
  if (space !== undefined) return undefined;
  const found = await findReusableContent(content, reusableContent);
  return found && (await readBlocks(content.nodes, found.value.document)).nodes;
}
