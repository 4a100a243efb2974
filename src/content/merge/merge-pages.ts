import { patchStoredFrontMatter } from "../document-store/index.ts";
import { canonical, type PageRecord } from "../model/index.ts";
import type { Nodes } from "../nodes/index.ts";
import { markValue } from "./markers.ts";
import { markDeletion, mergeDocuments } from "./merge-documents.ts";
import {
  type FieldConflict,
  isSame,
  mergeFields,
  mergeValue,
  namesOf,
  type Side,
  type Sides,
  spellField,
} from "./three-way.ts";

/** A page that at least one side changed. */
export type PageSides = Sides<PageRecord | undefined>;

/** A page as it comes out, before its place is sure; none where it is deleted. */
export interface MergedPage {
  readonly record: PageRecord | undefined;
  /** Whether both versions stand in it, between markers. */
  readonly isMarked: boolean;
}

/** These are merged in ways of their own. */
const special = new Set(["parent", "order", "document", "createdAt", "updatedAt", "layout", "variables"]);
/** What a page has that is no change by itself: where it stands among its siblings, and when it was changed. */
const incidental = new Set(["order", "updatedAt", "createdAt"]);

/** Merges one page: attribute by attribute, its place as a whole, its document block by block. */
export async function mergePage(nodes: Nodes, sides: PageSides): Promise<MergedPage> {
  const { base, ours, theirs } = sides;
  if (isSame(ours, theirs) || isSame(theirs, base)) return untouched(ours);
  if (isSame(ours, base)) return untouched(theirs);
  if (ours === undefined || theirs === undefined) return mergeDeletion(nodes, sides);
  const plain = mergeFields<PageRecord>(
    sides,
    [...namesOf(sides)].filter((name) => !special.has(name)),
  );
  const layout = mergeParts(sides, "layout");
  const variables = mergeParts(sides, "variables");
  const place = mergePlace(sides, ours, theirs);
  const conflicts = [...plain.conflicts, ...layout.conflicts, ...variables.conflicts, ...place.conflicts];
  const hashes = { base: base?.document, ours: ours.document, theirs: theirs.document };
  const isDocument = ours.type === "document";
  const merged = await mergeDocuments(nodes, hashes, isDocument ? conflicts : []);
  const document =
    conflicts.length === 0
      ? merged.document
      : await patchStoredFrontMatter(nodes, merged.document, frontMatterOf(conflicts));
  const record = {
    ...ours,
    // What one side took away must not come back from the other.
    ...Object.fromEntries([...namesOf(sides)].map((name) => [name, undefined])),
    ...plain.value,
    ...(!isDocument && { title: markTitle(plain.value.title, conflicts) }),
    ...place.value,
    layout: layout.value,
    variables: variables.value,
    document,
    createdAt: ours.createdAt < theirs.createdAt ? ours.createdAt : theirs.createdAt,
    updatedAt: ours.updatedAt > theirs.updatedAt ? ours.updatedAt : theirs.updatedAt,
  };
  return { record: canonical(record) as PageRecord, isMarked: merged.isMarked || conflicts.length > 0 };
}

/** Our side stands in the front matter as well, should they have written it there. */
function frontMatterOf(conflicts: readonly FieldConflict[]): Record<string, string | boolean | null> {
  return Object.fromEntries(
    conflicts.flatMap(({ name, ours }): [string, string | boolean | null][] => {
      if (typeof ours === "string" || typeof ours === "boolean" || ours === undefined)
        return [[name === "condition" ? "if" : name, ours ?? null]];
      return [];
    }),
  );
}

function untouched(record: PageRecord | undefined): MergedPage {
  return { record, isMarked: false };
}

/** A page that one side deleted is gone, unless the other has changed more than its place among its siblings. */
async function mergeDeletion(nodes: Nodes, { base, ours, theirs }: PageSides): Promise<MergedPage> {
  const edited = ours ?? theirs;
  if (edited === undefined || !isEdited(base, edited)) return untouched(undefined);
  if (edited.type !== "document")
    return { record: { ...edited, title: markValue(ours?.title, theirs?.title) }, isMarked: true };
  const editedBy = ours === undefined ? "theirs" : "ours";
  const { document } = await markDeletion(nodes, edited.document, editedBy);
  return { record: canonical({ ...edited, document } as PageRecord), isMarked: true };
}

function isEdited(base: PageRecord | undefined, edited: PageRecord): boolean {
  const essence = (record: object | undefined) =>
    Object.entries(record ?? {}).filter(([name]) => !incidental.has(name));
  return !isSame(essence(base), essence(edited));
}

/** Groups and links have no text to note anything in but their title. */
function markTitle(title: string | undefined, conflicts: readonly FieldConflict[]): string | undefined {
  if (conflicts.length === 0) return title;
  const isTitleOnly = conflicts.every(({ name }) => name === "title");
  const spell = (side: Side) =>
    conflicts
      .map((conflict) => (isTitleOnly ? String(conflict[side]) : spellField(conflict, side)))
      .join(", ");
  const both = markValue(spell("ours"), spell("theirs"));
  return isTitleOnly ? both : `${title} ${both}`;
}

/** Of what has parts, each part by itself. */
function mergeParts<K extends "layout" | "variables">({ base, ours, theirs }: PageSides, name: K) {
  const parts = { base: base?.[name], ours: ours?.[name], theirs: theirs?.[name] };
  const { value, conflicts } = mergeFields<object>(parts, namesOf(parts));
  return {
    value: Object.keys(value).length === 0 ? undefined : (value as PageRecord[K]),
    conflicts: conflicts.map((conflict) => ({ ...conflict, name: `${name}.${conflict.name}` })),
  };
}

/** A page that was moved to another parent has its order there; among the same siblings, any of the two will do. */
function mergePlace({ base }: PageSides, ours: PageRecord, theirs: PageRecord) {
  const parents = { base: base?.parent, ours: ours.parent, theirs: theirs.parent };
  const { value, isConflict } = mergeValue<string | undefined>(parents);
  const parent = value ?? "";
  const conflicts = isConflict ? [{ name: "parent", ours: ours.parent, theirs: theirs.parent }] : [];
  if (ours.parent !== theirs.parent)
    return { value: { parent, order: (parent === ours.parent ? ours : theirs).order }, conflicts };
  const orders = { base: base?.order, ours: ours.order, theirs: theirs.order };
  const merged = mergeValue<string | undefined>(orders);
  const lower = ours.order < theirs.order ? ours.order : theirs.order;
  return { value: { parent, order: merged.isConflict ? lower : (merged.value ?? lower) }, conflicts };
}
