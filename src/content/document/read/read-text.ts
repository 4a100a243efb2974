import type { Steps } from "../../../platform/index.ts";
import {
  type ChangedLines,
  findChangedLines,
  mergeStarts,
  normalizeLines,
  type ParsedLines,
  parseBlocks,
} from "../../markdown/syntax/index.ts";
import { maxNodes, mayHaveTooManyNodes } from "../../model/index.ts";
import type { Block } from "../model/index.ts";
import { EarlierParts, type Part, type PartContext } from "./parts.ts";
import { BlockBuilder } from "./read-markdown.ts";

/** A range of lines with its blocks. The lines of a link definition have no block. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly Block[];
}

/** A text that was read, from which the next version takes over the blocks that have not changed. */
export interface ReadText extends PartContext, ParsedLines {
  readonly source: string;
  readonly parts: readonly Part[];
  /** The blocks with their lines. Blocks that share a line are one segment. Undefined if the lines are not known. */
  readonly segments: readonly Segment[] | undefined;
  /** The labels of footnotes, by the identity of their blocks. */
  readonly notes: ReadonlyMap<string, string>;
  readonly nodeCount: number;
}

/** Reads Markdown without front matter. Blocks that an earlier version has are the same objects. */
export function* readText(source: string, earlier?: ReadText): Steps<ReadText> {
  if (earlier?.source === source) return earlier;
  const lines = source.split("\n");
  if (earlier !== undefined && canReuse(earlier, source)) {
    const change = findChange(earlier, { source, lines });
    const read =
      (change && (yield* readChange(source, lines, earlier, change))) ??
      (yield* readParts(source, lines, earlier));
    if (read !== undefined) return read;
  }
  const read = yield* readParts(source, lines);
  if (read === undefined) throw new Error("blocks that are not taken over keep their anchors");
  return read;
}

/** The nodes of a text are counted only if it is long. Close to their limit, every block is read again. */
function canReuse({ source, nodeCount }: ReadText, next: string): boolean {
  return mayHaveTooManyNodes(source) === mayHaveTooManyNodes(next) && nodeCount <= maxNodes / 2;
}

/** The lines that have to be parsed. Undefined if a part depends on others: link definitions and footnotes are collected from the whole text. */
function findChange(earlier: ReadText, text: Pick<ReadText, "source" | "lines">): ChangedLines | undefined {
  const { parts, starts } = earlier;
  const isIndependent = !hasDefinitions(earlier) && parts.every(({ hasNotes }) => !hasNotes);
  return isIndependent && parts.length === starts.length ? findChangedLines(earlier, text) : undefined;
}

function hasDefinitions({ definitions, hasFootnotes, hasOpenConditions }: PartContext): boolean {
  return definitions !== "[]" || hasFootnotes || hasOpenConditions;
}

/** Parses a change, and takes over the parts before and after it. Undefined if these depend on it. */
function* readChange(
  source: string,
  lines: readonly string[],
  earlier: ReadText,
  change: ChangedLines,
): Steps<ReadText | undefined> {
  const { root, starts, depth } = yield* parseBlocks(change.source);
  const builder = new BlockBuilder(root, source);
  const sources = builder.collectSources();
  const { context } = builder;
  if ((depth > 1 && change.to < lines.length) || hasDefinitions(context)) return undefined;
  const { parts } = earlier;
  const built = yield* builder.build(sources, {
    before: parts.slice(0, change.first),
    changed: new EarlierParts(parts.slice(change.first, change.end), earlier, context),
    after: parts.slice(change.end),
  });
  return built && textOf(builder, { source, lines, starts: mergeStarts(earlier, change, starts) }, built);
}

/** Parses the whole text, and takes over the parts that have the same source. Undefined if the anchor of one would change. */
function* readParts(
  source: string,
  lines: readonly string[],
  earlier?: ReadText,
): Steps<ReadText | undefined> {
  const { root, starts } = yield* parseBlocks(normalizeLines(source));
  const builder = new BlockBuilder(root, source);
  const sources = builder.collectSources();
  const changed = earlier && new EarlierParts(earlier.parts, earlier, builder.context);
  const built = yield* builder.build(sources, changed && { changed });
  return built && textOf(builder, { source, lines, starts }, built);
}

function textOf(
  builder: BlockBuilder,
  text: Pick<ReadText, "source" | "lines" | "starts">,
  parts: readonly Part[],
): ReadText {
  const segments = parts.length === text.starts.length ? segmentsOf(text, parts) : undefined;
  const { context, nodeCount } = builder;
  return { ...text, parts, segments, notes: builder.footnoteLabels(), nodeCount, ...context };
}

function segmentsOf({ lines, starts }: ParsedLines, parts: readonly Part[]): Segment[] {
  const groups: { from: number; blocks: readonly Block[] }[] = [];
  for (const [i, { line, isShared }] of starts.entries()) {
    const [last, blocks] = [groups.at(-1), parts[i]?.blocks ?? []];
    // Leading blank lines belong to the first segment.
    if (last === undefined) groups.push({ from: 0, blocks });
    else if (isShared) last.blocks = [...last.blocks, ...blocks];
    else groups.push({ from: line, blocks });
  }
  return groups.map((group, i) => ({ ...group, to: groups[i + 1]?.from ?? lines.length }));
}
