import type { Steps } from "../../platform/index.ts";
import {
  type Field,
  type List,
  type Mapping,
  parseFrontMatter,
  parseNestedList,
  parseNestedMapping,
} from "./front-matter-fields.ts";
import { emptyText, type KeyedBlock, type LinkedText, TextWriter } from "./linked-text.ts";
import { mergeBlocks } from "./merge-blocks.ts";
import { chooseSpelling, mapSides, mergeValue, type Sides } from "./three-way.ts";

/** The lines of a field on both sides, which changed it differently. */
interface LineConflict extends Sides<LinkedText> {
  readonly name: string;
}

interface MergedLines {
  readonly merged: LinkedText;
  readonly conflicts: LineConflict[];
}

/** Merges front matter field by field. For a field in conflict, our version is kept. */
export function* mergeFrontMatters(sides: Sides<LinkedText>): Steps<MergedLines> {
  const unparsed = mergeValue(sides);
  if (!unparsed.isConflict) return { merged: unparsed.value, conflicts: [] };
  return yield* mergeMappings(mapSides(sides, parseFrontMatter), maxDepth);
}

/** The fields of deeper mappings are not merged separately. */
const maxDepth = 5;

function* mergeMappings(mappings: Sides<Mapping>, depth: number): Steps<MergedLines> {
  const fields = new TextWriter();
  const conflicts: LineConflict[] = [];
  const { base, ours, theirs } = mappings;
  const added = new Set([...ours.fields.keys(), ...theirs.fields.keys()]).difference(base.fields);
  for (const name of [...base.fields.keys(), ...[...added].sort()]) {
    const field = mapSides(mappings, (mapping) => mapping.fields.get(name));
    const { ours: ourField, theirs: theirField } = field;
    const { value, isConflict } = mergeValue(mapSides(field, (side) => side?.key));
    const within = isConflict ? yield* mergeWithin(field, depth) : undefined;
    if (within !== undefined) fields.add(within);
    else if (ourField !== undefined && theirField !== undefined && ourField.key === theirField.key)
      fields.add(
        chooseSpelling({ base: field.base, ours: ourField, theirs: theirField }, ({ text }) => text),
      );
    else if (value !== undefined) fields.add((value === ourField?.key ? ourField : theirField) ?? emptyText);
    if (isConflict && within === undefined)
      conflicts.push({
        name,
        ...mapSides(field, (side) => (side ? { text: side.text, links: side.links } : emptyText)),
      });
  }
  const merged = fields.result();
  if (merged.text === "") return { merged: emptyText, conflicts };
  const writer = new TextWriter();
  writer.add({ text: mergeDelimiters(mapSides(mappings, ({ opening }) => opening)), links: [] });
  writer.add(merged);
  writer.add({ text: mergeDelimiters(mapSides(mappings, ({ closing }) => closing)), links: [] });
  return { merged: writer.result(), conflicts };
}

/** Merges delimiter lines. They are empty for a side without front matter. */
function mergeDelimiters({ base, ours, theirs }: Sides<string>): string {
  if (ours === "" || theirs === "") return ours || theirs || base;
  return chooseSpelling({ base, ours, theirs }, (delimiter) => delimiter);
}

/** Merges a field that both sides changed by its nested fields or list items, if that is possible without a conflict. */
function* mergeWithin(field: Sides<Field | undefined>, depth: number): Steps<LinkedText | undefined> {
  const mappings = presentOnAllSides(field, parseNestedMapping);
  if (mappings !== undefined && depth > 0) {
    if (!areIndentedEqually(mappings)) return undefined;
    const { merged, conflicts } = yield* mergeMappings(mappings, depth - 1);
    return conflicts.length === 0 ? merged : undefined;
  }
  const lists = presentOnAllSides(field, parseNestedList);
  return lists && areIndentedEqually(lists) ? yield* mergeLists(lists) : undefined;
}

/** Lines with different indentation would be invalid YAML, or have another meaning. */
function areIndentedEqually({ ours, theirs }: Sides<Pick<Mapping, "indent">>): boolean {
  return ours.indent === theirs.indent;
}

function presentOnAllSides<T>(
  { base, ours, theirs }: Sides<Field | undefined>,
  parse: (field: Field) => T | undefined,
): Sides<T> | undefined {
  const parsed = mapSides({ base, ours, theirs }, (side) => side && parse(side));
  return parsed.base === undefined || parsed.ours === undefined || parsed.theirs === undefined
    ? undefined
    : { base: parsed.base, ours: parsed.ours, theirs: parsed.theirs };
}

function* mergeLists(lists: Sides<List>): Steps<LinkedText | undefined> {
  const items = mapSides(lists, (list) =>
    list.items.map((item): KeyedBlock => ({ kind: "item", isCode: false, gap: "", key: item.text, ...item })),
  );
  const writer = new TextWriter();
  writer.add({ text: mergeDelimiters(mapSides(lists, ({ opening }) => opening)), links: [] });
  for (const { take, ...ranges } of yield* mergeBlocks(items)) {
    if (take === "conflict") return undefined;
    const side = take === "theirs" ? "theirs" : "ours";
    if (take !== "neither")
      for (const item of items[side].slice(...(ranges[side] ?? [0, 0]))) writer.add(item);
  }
  return writer.result();
}
