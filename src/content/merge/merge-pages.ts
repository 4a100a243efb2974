import { patchStoredFrontMatter } from "../document-store/index.ts";
import { canonicalize, type PageRecord } from "../model/index.ts";
import type { Nodes } from "../nodes/index.ts";
import { emptyText } from "./linked-text.ts";
import { markValue } from "./markers.ts";
import type { DocumentConflict } from "./merge-conflict.ts";
import { markDeletion, mergeDocuments } from "./merge-documents.ts";
import {
  type FieldConflict,
  fieldLine,
  fieldNames,
  isSame,
  mapSides,
  mergeFields,
  mergeValue,
  otherSide,
  type Side,
  type Sides,
} from "./three-way.ts";

/** A page that at least one side changed. */
export type PageSides = Sides<PageRecord | undefined>;

/** A merged page before its position is checked; without a record if it is deleted. */
export interface MergedPage {
  readonly record: PageRecord | undefined;
  /** The conflicts that are marked in it. */
  readonly conflicts: readonly DocumentConflict[];
}

/** Fields that are not merged with the other attributes. */
const mergedSeparately = new Set([
  "parent",
  "order",
  "document",
  "createdAt",
  "updatedAt",
  "layout",
  "variables",
]);
/** Fields whose change does not count as an edit when the other side deletes the page. */
const ignoredFields = new Set(["order", "updatedAt", "createdAt"]);

/** Merges one page: each attribute separately, the position as one value, the document by blocks. */
export async function mergePage(nodes: Nodes, sides: PageSides): Promise<MergedPage> {
  const { ours, theirs } = sides;
  const record = mergeValue(sides);
  if (!record.isConflict) return { record: record.value, conflicts: [] };
  if (ours === undefined || theirs === undefined) return mergeDeletion(nodes, sides);
  const names = [...fieldNames(sides)].filter((name) => !mergedSeparately.has(name));
  const attributes = mergeFields<PageRecord>(sides, names);
  const layout = mergeObject(sides, "layout");
  const variables = mergeObject(sides, "variables");
  const position = mergePosition(sides, ours, theirs);
  const conflicts = [attributes, layout, variables, position].flatMap((merged) => merged.conflicts);
  const isDocument = ours.type === "document";
  const hashes = mapSides(sides, (side) => side?.document);
  const merged = await mergeDocuments(nodes, hashes, isDocument ? conflicts : []);
  const document =
    conflicts.length === 0
      ? merged.document
      : await patchStoredFrontMatter(nodes, merged.document, frontMatterOf(conflicts));
  const mergedRecord = {
    ...attributes.value,
    ...(!isDocument && { title: markTitle(attributes.value.title, conflicts) }),
    ...position.value,
    layout: layout.value,
    variables: variables.value,
    document,
    createdAt: ours.createdAt < theirs.createdAt ? ours.createdAt : theirs.createdAt,
    updatedAt: ours.updatedAt > theirs.updatedAt ? ours.updatedAt : theirs.updatedAt,
  };
  return {
    record: canonicalize(mergedRecord) as PageRecord,
    conflicts: isDocument
      ? merged.conflicts
      : conflicts.map((conflict) => ({ kind: "field" as const, ...conflict })),
  };
}

/** The front matter fields of attributes in conflict, with our values. */
function frontMatterOf(conflicts: readonly FieldConflict[]): Record<string, string | boolean | null> {
  return Object.fromEntries(
    conflicts.flatMap(({ name, ours = null }): [string, string | boolean | null][] =>
      typeof ours === "string" || typeof ours === "boolean" || ours === null
        ? [[name === "condition" ? "if" : name, ours]]
        : [],
    ),
  );
}

/** A page that one side deleted is deleted unless the other side edited it. */
async function mergeDeletion(nodes: Nodes, { base, ours, theirs }: PageSides): Promise<MergedPage> {
  const edited = ours ?? theirs;
  if (edited === undefined || !isEdited(base, edited)) return { record: undefined, conflicts: [] };
  const editedBy = ours === undefined ? "theirs" : "ours";
  if (edited.type !== "document") {
    const conflict = { kind: "deletion", deletedBy: otherSide(editedBy), base: emptyText, edited: emptyText };
    const title = markValue(ours?.title, theirs?.title);
    return { record: { ...edited, title }, conflicts: [conflict as DocumentConflict] };
  }
  const hashes = mapSides({ base, ours, theirs }, (side) => side?.document);
  const { document, conflicts } = await markDeletion(nodes, hashes, editedBy);
  return { record: canonicalize({ ...edited, document } as PageRecord), conflicts };
}

function isEdited(base: PageRecord | undefined, edited: PageRecord): boolean {
  const fields = (record: object | undefined) =>
    Object.entries(record ?? {}).filter(([name]) => !ignoredFields.has(name));
  return !isSame(fields(base), fields(edited));
}

/** Groups and links have no document, so conflicts are written into their title. */
export function markTitle(
  title: string | undefined,
  conflicts: readonly FieldConflict[],
): string | undefined {
  if (conflicts.length === 0) return title;
  const isTitleOnly = conflicts.every(({ name }) => name === "title");
  const write = (side: Side) =>
    conflicts
      .map((conflict) => (isTitleOnly ? String(conflict[side]) : fieldLine(conflict, side)))
      .join(", ");
  const conflict = markValue(write("ours"), write("theirs"));
  return isTitleOnly ? conflict : `${title} ${conflict}`;
}

/** Merges an attribute that is an object, field by field. */
function mergeObject<K extends "layout" | "variables">(sides: PageSides, name: K) {
  const { value, conflicts } = mergeFields<object>(mapSides(sides, (side) => side?.[name]));
  return {
    value: Object.keys(value).length === 0 ? undefined : (value as PageRecord[K]),
    conflicts: conflicts.map((conflict) => ({ ...conflict, name: `${name}.${conflict.name}` })),
  };
}

export function parentConflict(sides: PageSides | undefined) {
  const { base, ours, theirs } = sides ?? {};
  const orders = { ours: ours?.order ?? "", theirs: theirs?.order ?? "" };
  return { name: "parent", base: base?.parent, ours: ours?.parent, theirs: theirs?.parent, orders };
}

/** The order of a page belongs to its parent. Different orders under the same parent are not a conflict. */
function mergePosition(sides: PageSides, ours: PageRecord, theirs: PageRecord) {
  const { value, isConflict } = mergeValue(mapSides(sides, (side) => side?.parent));
  const parent = value ?? "";
  const conflicts = isConflict ? [parentConflict(sides)] : [];
  if (ours.parent !== theirs.parent)
    return { value: { parent, order: (parent === ours.parent ? ours : theirs).order }, conflicts };
  const order = mergeValue(mapSides(sides, (side) => side?.order));
  const lower = ours.order < theirs.order ? ours.order : theirs.order;
  return { value: { parent, order: order.isConflict ? lower : (order.value ?? lower) }, conflicts };
}
