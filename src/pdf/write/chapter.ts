import { type Block, type BlockType, blocksIn, type Node, plainText } from "../../content/document/index.ts";
import type { PageRecord, Reference } from "../../content/index.ts";
import type { PageBranch } from "../../content/pages/index.ts";
import { type Chapter, labelOf } from "../book/index.ts";
import { writeBlock } from "./blocks.ts";
import { type Room, wide } from "./breakable.ts";
import { writePicture } from "./media.ts";
import { mostlyFrom, pictographOf, placeOf, words, writeText } from "./text.ts";
import { array, bool, type Code, call, file, join, name, num, str } from "./typst.ts";
import { directed } from "./whole.ts";
import type { Surroundings, Target, Writing } from "./writing.ts";

/** Deeper nesting is flattened: a page has no room for it. */
const deepest = 6;

/** The template functions that chapters use. */
const imports = ["book", "blocks", "tables", "api", "formulas"].map((part) => `"/${part}.typ": *`);

/** A page of the space as a Typst file. */
export function writeChapter(chapter: Chapter, surroundings: Surroundings, book: string): string {
  const { id, record, level, below, blocks } = chapter;
  const writing = writingOf(chapter, surroundings);
  surroundings.places.add(labelOf(id));
  const isEmpty = blocks.length === 0 || record.document === undefined;
  const lines = isEmpty
    ? below.map((branch) => contentsLine({ ...branch, children: [] }, 1, id, surroundings))
    : [];
  const place = [num(level), str(labelOf(id)), words(record.title || "Untitled", 14)];
  const settings = call("pages-of.with", [words(book), words(record.title), name(writing.direction)]);
  const emoji = pictogramOf(record, surroundings);
  if (record.type === "group")
    return file(imports, [call("part", place, { emoji, lines: array(lines) })], settings);
  const head = call("chapter", place, {
    emoji,
    crumbs: chapter.above.length === 0 ? undefined : words(chapter.above.join("  ›  ")),
    description:
      record.description === undefined
        ? undefined
        : directed(record.description, words(record.description), writing),
    picture: coverOf(record, surroundings),
  });
  return file(imports, [head, ...lines, ...blocks.map((block) => writeBlock(block, writing))], settings);
}

/** The emoji or icon of a page. */
function pictogramOf({ emoji, icon }: PageRecord, { iconOf }: Surroundings): Code | undefined {
  if (emoji !== undefined) return pictographOf(emoji);
  const drawing = icon === undefined ? undefined : iconOf(icon);
  return drawing === undefined
    ? undefined
    : call("icon", [str(drawing)], { fill: name("accent"), size: name("0.86em") });
}

function coverOf({ cover, layout }: PageRecord, { pictureOf }: Surroundings): Code | undefined {
  const picture = cover?.ref === undefined || layout?.cover === false ? undefined : pictureOf(cover.ref);
  return picture && call("banner", [writePicture(picture, { alt: "", width: { unit: "%", value: 100 } })]);
}

export function contentsLine(
  { id, record, children }: PageBranch,
  level: number,
  from: string,
  { targetOf }: Surroundings,
): Code {
  const target: Target =
    record.type === "link"
      ? targetOf(referenceOf(record.target), from)
      : { kind: "page", title: record.title, name: labelOf(id) };
  return call("contents-line", [num(level), words(record.title || "Untitled")], {
    "is-head": level === 1 && children.length > 0 ? bool(true) : undefined,
    target: placeOf(target),
  });
}

/** A link page without a target. */
function referenceOf(target: Reference | undefined): Reference {
  return target ?? { kind: "url", url: "" };
}

/** Blocks that form a unit with their children. */
const whole: ReadonlySet<BlockType> = new Set<BlockType>(["code", "images", "table", "file", "embed"]);

/** Flattens blocks to their leaf blocks. */
function* leavesIn(nodes: readonly Node[]): Generator<Block> {
  for (const node of nodes) {
    if (node.object !== "block") continue;
    const inside = whole.has(node.type)
      ? []
      : [...(node.nodes ?? []), ...(node.fragments ?? []).flatMap((each) => each.nodes)];
    if (inside.some((each) => each.object === "block")) yield* leavesIn(inside);
    else yield node;
  }
}

function writingOf({ id, level, blocks: all, record }: Chapter, surroundings: Surroundings): Writing {
  const { places } = surroundings;
  const direction = mostlyFrom(`${record.title} ${plainText(all)}`);
  const at = (depth: number, lists: number, room: Room): Writing => {
    const writing: Writing = {
      ...surroundings,
      page: id,
      level,
      direction,
      depth,
      lists,
      room,
      takeName: (anchor) => {
        const place = labelOf(id, anchor);
        if (places.has(place)) return undefined;
        places.add(place);
        return place;
      },
      text: (nodes) => writeText(nodes, writing),
      blocks: (nodes = [], { isItem = false, room: own = room } = {}) => {
        const inner = at(depth + 1, lists + (isItem ? 1 : 0), own);
        const blocks = depth < deepest ? blocksIn(nodes) : [...leavesIn(nodes)];
        return join(blocks.map((block) => writeBlock(block, inner)));
      },
      fragment: (fragments = [], type) => {
        const found = fragments.find((each) => each.type === type);
        const [first, ...others] = found?.nodes ?? [];
        // A single paragraph is written inline.
        if (first?.type === "paragraph" && others.length === 0) return writing.text(first.nodes ?? []);
        return found && writing.blocks(found.nodes);
      },
    };
    return writing;
  };
  return at(0, 0, wide);
}
