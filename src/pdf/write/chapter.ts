import { type Block, type BlockType, blocksIn, type Node, plainText } from "../../content/document/index.ts";
import type { PageRecord } from "../../content/index.ts";
import type { PageBranch } from "../../content/pages/index.ts";
import { type Chapter, labelOf } from "../book/index.ts";
import { writeBlock } from "./blocks.ts";
import type { BookContext, PageContext } from "./context.ts";
import { mainDirection } from "./direction.ts";
import { fullWidth, type LineWidth } from "./line-breaks.ts";
import { writeSizedImage } from "./media.ts";
import { destinationOf, withDirection, words, writeEmoji, writeText } from "./text.ts";
import { array, bool, type Code, call, file, join, name, num, str } from "./typst.ts";

/** The maximum nesting depth. Deeper blocks are flattened, since they would be too wide for a page. */
const maxDepth = 6;

/** The template functions that chapters use. */
const imports = ["book", "blocks", "tables", "api", "formulas"].map((part) => `"/${part}.typ": *`);

export function writeChapter(chapter: Chapter, book: BookContext, runningTitle: string): string {
  const { id, record, level, children, blocks, ancestorTitles } = chapter;
  const { title, description } = record;
  const context = pageContext(chapter, book);
  book.labels.add(labelOf(id));
  const isEmpty = blocks.length === 0 || record.document === undefined;
  const lines = isEmpty ? children.map((branch) => contentsLine({ ...branch, children: [] }, 1, book)) : [];
  const position = [num(level), str(labelOf(id)), words(title || "Untitled", 20)];
  const settings = call("chapter-pages.with", [words(runningTitle), words(title), name(context.direction)]);
  const emoji = emojiOrIcon(record, book);
  if (record.type === "group")
    return file(imports, [call("part", position, { emoji, lines: array(lines) })], settings);
  const head = call("chapter", position, {
    emoji,
    crumbs: ancestorTitles.length === 0 ? undefined : words(ancestorTitles.join("  ›  ")),
    description:
      description === undefined ? undefined : withDirection(description, words(description), context),
    picture: coverOf(record, context),
  });
  return file(imports, [head, ...lines, ...blocks.map((block) => writeBlock(block, context))], settings);
}

function emojiOrIcon({ emoji, icon }: PageRecord, { iconOf }: BookContext): Code | undefined {
  if (emoji !== undefined) return writeEmoji(emoji);
  const svg = icon === undefined ? undefined : iconOf(icon);
  return svg === undefined
    ? undefined
    : call("icon", [str(svg)], { fill: name("accent"), size: name("0.86em") });
}

function coverOf({ cover, layout }: PageRecord, { imageOf }: PageContext): Code | undefined {
  const image = cover?.ref === undefined || layout?.cover === false ? undefined : imageOf(cover.ref);
  return image && call("banner", [writeSizedImage(image, { alt: "", width: { unit: "%", value: 100 } })]);
}

export function contentsLine(
  { id, record, children }: PageBranch,
  level: number,
  { targetOf }: BookContext,
): Code {
  const { type, title, target = { kind: "url", url: "" } } = record;
  const linkTarget = type === "link" ? targetOf(target, id) : { label: labelOf(id) };
  return call("contents-line", [num(level), words(title || "Untitled")], {
    "is-head": level === 1 && children.length > 0 ? bool(true) : undefined,
    target: destinationOf(linkTarget),
  });
}

/** Block types that are not split into their children. */
const unsplitTypes: ReadonlySet<BlockType> = new Set<BlockType>(["code", "images", "table", "file", "embed"]);

function* leavesIn(nodes: readonly Node[]): Generator<Block> {
  for (const node of nodes) {
    if (node.object !== "block") continue;
    const children = unsplitTypes.has(node.type)
      ? []
      : [...(node.nodes ?? []), ...(node.fragments ?? []).flatMap(({ nodes }) => nodes)];
    if (children.some(({ object }) => object === "block")) yield* leavesIn(children);
    else yield node;
  }
}

function pageContext({ id, level, blocks: all, record }: Chapter, book: BookContext): PageContext {
  const { labels } = book;
  const direction = mainDirection(`${record.title} ${plainText(all)}`);
  const contextAt = (depth: number, lists: number, lineWidth: LineWidth): PageContext => {
    const context: PageContext = {
      ...book,
      targetOf: (ref) => book.targetOf(ref, id),
      imageOf: (ref) => book.imageOf(ref, id),
      specOf: (ref) => book.specOf(ref, id),
      ...{ level, direction, depth, lists, lineWidth },
      takeLabel: (anchor) => {
        const label = labelOf(id, anchor);
        if (labels.has(label)) return undefined;
        labels.add(label);
        return label;
      },
      text: (nodes) => writeText(nodes, context),
      blocks: (nodes = [], { isItem = false, lineWidth: innerWidth = lineWidth } = {}) => {
        const inner = contextAt(depth + 1, lists + (isItem ? 1 : 0), innerWidth);
        const blocks = depth < maxDepth ? blocksIn(nodes) : [...leavesIn(nodes)];
        return join(blocks.map((block) => writeBlock(block, inner)));
      },
      fragment: (fragments = [], type) => {
        const fragment = fragments.find((candidate) => candidate.type === type);
        const [first, ...others] = fragment?.nodes ?? [];
        // A single paragraph is written inline.
        if (first?.type === "paragraph" && others.length === 0) return context.text(first.nodes ?? []);
        return fragment && context.blocks(fragment.nodes);
      },
    };
    return context;
  };
  return contextAt(0, 0, fullWidth);
}
