import { indentOf } from "./block-syntax.ts";
import type { Chunk } from "./chunks.ts";
import { type Body, type KeyedBlock, type LinkedText, shiftLinks } from "./linked-text.ts";
import { mergeValue, type Sides, type Version } from "./three-way.ts";

const markerPattern = /^([ \t]*)([-*+]|\d{1,9}[.)])(?=[ \t\r\n]|$)/;

/** Replaces the marker of an item in its key: whether a list is written with `-` or `*`, or numbered anew, is spelling. */
export function withoutMarker(key: string): string {
  return key.replace(markerPattern, (_, indent: string, marker: string) => indent + classOf(marker));
}

/** Replaces the marker of an item in its key, whether it is a bullet or a number. */
export function withoutClass(key: string): string {
  return key.replace(markerPattern, "$1-");
}

export function markerOf({ kind, text }: Pick<KeyedBlock, "kind" | "text">): string | undefined {
  return kind === "item" ? markerPattern.exec(text)?.[2] : undefined;
}

/** Bullets and numbers are different lists to readers, but `-` and `*` only to the parser. */
export function classOf(marker: string): "-" | "1." {
  return /\d/.test(marker) ? "1." : "-";
}

export interface MergedItem extends LinkedText, Pick<Chunk, Version> {
  readonly kind: KeyedBlock["kind"];
  readonly conflict?: object;
}

/** A list in the result: the indexes of its items, and the column at which the text of its last item starts. */
interface List {
  readonly class: string;
  readonly items: number[];
  column: number;
}

/**
 * Gives the items of a list one kind of marker if each side uses one kind: items with different markers would be different
 * lists.
 */
export function unifyMarkers<T extends MergedItem>(sides: Sides<Body>, blocks: readonly T[]): T[] {
  const unified = blocks.map((block) => mergeMarker(sides, block));
  for (const { items } of listsIn(unified)) {
    const kindsOf = (version: Version) =>
      new Set(items.flatMap((i) => kindOf(versionOf(sides, version, unified[i])) ?? []));
    const [base, ours, theirs] = [kindsOf("base"), kindsOf("ours"), kindsOf("theirs")];
    if (ours.size !== 1 || theirs.size !== 1) continue;
    const [[before], [own], [other]] = [[...base], [...ours], [...theirs]];
    const { value, isConflict } = mergeValue({
      base: base.size === 1 ? before : undefined,
      ours: own,
      theirs: other,
    });
    const first = unified[items[0] ?? -1];
    const kind = isConflict ? first && kindOf(first) : value;
    for (const i of items) {
      const item = unified[i];
      const marker = item && markerOf(item);
      if (item && marker && kind) unified[i] = withMarker(item, marker.slice(0, -1) + kind);
    }
  }
  return unified;
}

/** The marker of an item that a side edited, merged separately: the other side may have changed all markers of the list. */
function mergeMarker<T extends MergedItem>(sides: Sides<Body>, item: T): T {
  const marker = (version: Version) => {
    const block = versionOf(sides, version, item);
    return block && markerOf(block);
  };
  const markers = { base: marker("base"), ours: marker("ours"), theirs: marker("theirs") };
  const { value, isConflict } = mergeValue(markers);
  if (item.conflict || Object.values(markers).includes(undefined) || isConflict || !value) return item;
  return withMarker(item, value);
}

export function versionOf(
  sides: Sides<Body>,
  version: Version,
  item: MergedItem | undefined,
): KeyedBlock | undefined {
  const [start, end] = item?.[version] ?? [0, 0];
  return end - start === 1 ? sides[version].blocks[start] : undefined;
}

/** The last character of the marker: the bullet, or the sign after the number. */
function kindOf(item: Pick<KeyedBlock, "kind" | "text"> | undefined): string | undefined {
  return item && markerOf(item)?.at(-1);
}

function withMarker<T extends MergedItem>(item: T, marker: string): T {
  const previous = markerOf(item);
  return previous !== undefined && classOf(previous) === classOf(marker) ? replaceMarker(item, marker) : item;
}

/** Replaces the marker of an item, unless its first line would then be read as something else. */
export function replaceMarker<T extends MergedItem>(item: T, marker: string): T {
  const [all = "", indent = "", previous = ""] = markerPattern.exec(item.text) ?? [];
  const [rest = ""] = /^.*/.exec(item.text.slice(all.length)) ?? [];
  // An item without text, or with bullets only, could become a thematic break or the underline of a heading.
  if (previous === marker || /^[-*+_ \t\r]*$/.test(rest)) return item;
  return {
    ...item,
    text: indent + marker + item.text.slice(all.length),
    links: shiftLinks(item.links, marker.length - previous.length),
  };
}

/** Finds the lists by their indentation and the classes of their markers. */
export function listsIn(
  blocks: readonly MergedItem[],
  classify: (marker: string) => string = classOf,
): List[] {
  const lists: List[] = [];
  const open: List[] = [];
  for (const [i, block] of blocks.entries()) {
    if (block.conflict) continue;
    const [indent, marker] = [indentOf(block), markerOf(block)];
    let closed: List | undefined;
    while (indent < (open.at(-1)?.column ?? 0)) closed = open.pop();
    if (marker === undefined) continue;
    const isSame = closed?.class === classify(marker);
    const list = closed && isSame ? closed : { class: classify(marker), items: [], column: 0 };
    if (list !== closed) lists.push(list);
    list.items.push(i);
    list.column = indent + marker.length + 1;
    open.push(list);
  }
  return lists;
}
