import {
  canonicalize,
  type Draft,
  editDraft,
  type FileRecord,
  type Records,
  type ReusableContentRecord,
} from "../model/index.ts";
import { markValue } from "./markers.ts";
import type { DocumentConflict, FieldInConflict, MergeConflict } from "./merge-conflict.ts";
import { markDeletion, mergeDocuments } from "./merge-documents.ts";
import { isSame, mapSides, mergeFields, mergeValue, type Sides } from "./three-way.ts";

type MergedMap = "variables" | "files" | "reusableContents";

/** The merged record, and the conflicts that are marked in it. */
type Merged<V> = readonly [value: V | undefined, conflicts: readonly DocumentConflict[]];

type ResolveConflict<V> = (sides: Sides<V | undefined>, draft: Draft) => Promise<Merged<V>>;

const resolvers: { readonly [M in MergedMap]: ResolveConflict<Records[M]> } = {
  variables: async (sides) => [markValue(sides.ours, sides.theirs), [wholeValue("value", sides)]],
  /** A file that one side deleted and the other changed is kept. Every conflict is marked in the name. */
  files: async (sides) => {
    const { ours, theirs } = sides;
    const { value, conflicts } = mergeFields<FileRecord>(sides);
    const isMarked = ours === undefined || theirs === undefined || conflicts.length > 0;
    const name = isMarked ? markValue(ours?.name, theirs?.name) : value.name;
    return [
      { ...(ours ?? theirs), ...value, name } as FileRecord,
      isMarked ? [wholeValue("file", sides)] : [],
    ];
  },
  reusableContents: async (sides, { nodes }) => {
    const { ours, theirs } = sides;
    const edited = ours ?? theirs;
    if (edited === undefined) return [undefined, []];
    const hashes = mapSides(sides, (side) => side?.document);
    if (ours === undefined || theirs === undefined) {
      const editedBy = ours === undefined ? "theirs" : "ours";
      const { document, conflicts } = await markDeletion(nodes, hashes, editedBy);
      return [{ ...edited, document }, conflicts];
    }
    const { value, conflicts: fields } = mergeFields<ReusableContentRecord>(sides, ["title"]);
    const { document, conflicts } = await mergeDocuments(nodes, hashes, fields);
    return [{ ...ours, ...value, document }, conflicts];
  },
};

function wholeValue(name: string, sides: Sides<unknown>): FieldInConflict {
  return { kind: "field", name, ...sides };
}

/** Merges the records of one map into a draft of their content. Returns the conflicts that are marked in them. */
export async function mergeRecords<M extends MergedMap>(
  draft: Draft,
  map: M,
  sidesByKey: ReadonlyMap<string, Sides<Records[M] | undefined>>,
): Promise<MergeConflict[]> {
  const resolve: ResolveConflict<Records[M]> = resolvers[map];
  const edits: [string, Records[M] | undefined][] = [];
  const conflicts: MergeConflict[] = [];
  for (const [key, sides] of sidesByKey) {
    const merged = mergeValue(sides);
    const [value, found]: Merged<Records[M]> = merged.isConflict
      ? await resolve(sides, draft)
      : [merged.value, []];
    if (!isSame(canonicalize(value), sides.theirs)) edits.push([key, value]);
    conflicts.push(...found.map((conflict) => ({ key: `${map}/${key}`, ...conflict })));
  }
  await editDraft(draft, map, edits);
  return conflicts;
}
