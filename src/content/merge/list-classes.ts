import { indentOf } from "./block-syntax.ts";
import { type Body, type LinkedText, shiftLinks, splitText, TextWriter } from "./linked-text.ts";
import {
  classOf,
  listsIn,
  type MergedItem,
  markerOf,
  replaceMarker,
  versionOf,
  withoutClass,
} from "./list-markers.ts";
import { otherSide, type Side, type Sides, type Version } from "./three-way.ts";

/**
 * If one side turns bullets into numbers, or the reverse, converts the items that the other side added to the list. Blocks
 * that the other side added below an item are indented according to the new marker.
 */
export function convertAddedItems<T extends MergedItem>(sides: Sides<Body>, blocks: readonly T[]): T[] {
  const converted = [...blocks];
  for (const { items } of listsIn(blocks, () => "any")) {
    const list = items.flatMap((i) => converted[i] ?? []);
    const side = convertingSide(sides, list);
    const markers = list.filter((item) => side && item[side]).flatMap((item) => markerOf(item) ?? []);
    if (side !== undefined) convertList(sides, converted, items[0] ?? 0, side, markers);
  }
  return converted;
}

/** The side that changed the class of the markers of a list, if the other side did not. */
function convertingSide(sides: Sides<Body>, items: readonly MergedItem[]): Side | undefined {
  const classesOf = (version: Version) => {
    const markers = items.flatMap((item) => versionMarker(sides, version, item) ?? []);
    return [...new Set(markers.map(classOf))];
  };
  const [base, ours, theirs] = [classesOf("base"), classesOf("ours"), classesOf("theirs")];
  if (base.length !== 1 || ours.length !== 1 || theirs.length !== 1 || ours[0] === theirs[0])
    return undefined;
  const side = ours[0] === base[0] ? "theirs" : "ours";
  // If no item has its previous text, the side replaced the list with another one.
  return items.some((item) => isConverted(sides, side, item)) ? side : undefined;
}

function isConverted(sides: Sides<Body>, side: Side, item: MergedItem): boolean {
  const [before, after] = [versionOf(sides, "base", item), versionOf(sides, side, item)];
  return before !== undefined && after !== undefined && withoutClass(before.key) === withoutClass(after.key);
}

function versionMarker(sides: Sides<Body>, version: Version, item: MergedItem): string | undefined {
  const block = versionOf(sides, version, item);
  return block && markerOf(block);
}

/** Converts the list that starts at this block. The markers are those that the converting side wrote. */
function convertList<T extends MergedItem>(
  sides: Sides<Body>,
  blocks: T[],
  start: number,
  side: Side,
  [template = "-", second]: readonly string[],
): void {
  const listIndent = indentOf(blocks[start] ?? { text: "" });
  let previous: string | undefined;
  /** The column of the text of the last item on the other side, and how far it moves. */
  let [column, delta] = [Number.POSITIVE_INFINITY, 0];
  for (const [i, block] of blocks.entries().drop(start)) {
    if (block.conflict) continue;
    const [indent, marker] = [indentOf(block), markerOf(block)];
    if (indent < listIndent || (indent === listIndent && marker === undefined)) return;
    const isItem = marker !== undefined && (block[side] ? indent === listIndent : indent < column);
    if (isItem) {
      const written = versionMarker(sides, otherSide(side), block) ?? marker;
      const next = block[side] ? marker : markerAfter(previous, template, second);
      const item = block[side] ? block : replaceMarker(block, next);
      [column, delta] = [indent + written.length + 1, (markerOf(item) ?? "").length - written.length];
      blocks[i] = block[side] ? block : { ...item, ...indentLines(item, delta, 1) };
      previous = next;
    } else if (!block[side]) blocks[i] = { ...block, ...indentLines(block, delta, 0) };
  }
}

const maxNumber = 999_999_999;

/** The marker of an item after another one. Some writers give all items the same number. */
function markerAfter(previous: string | undefined, template: string, second: string | undefined): string {
  if (classOf(template) === "-" || previous === undefined || template === second) return template;
  return Math.min(Number.parseInt(previous, 10) + 1, maxNumber) + template.slice(-1);
}

/** Adds or removes spaces at the start of the lines from this one on. */
function indentLines(text: LinkedText, delta: number, first: number): LinkedText {
  if (delta === 0) return { text: text.text, links: text.links };
  const starts = Array.from(text.text.matchAll(/\n/g), ({ index }) => index + 1);
  const writer = new TextWriter();
  for (const [i, line] of splitText(text, starts).entries()) {
    const [space = ""] = /^ */.exec(line.text) ?? [];
    const added = i < first || line.text.trim() === "" ? 0 : Math.max(delta, -space.length);
    const indented = " ".repeat(Math.max(added, 0)) + line.text.slice(Math.max(-added, 0));
    writer.add({ text: indented, links: shiftLinks(line.links, added) });
  }
  return writer.result();
}
