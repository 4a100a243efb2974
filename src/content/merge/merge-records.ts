import {
  canonicalize,
  type Draft,
  editDraft,
  type FileRecord,
  type Records,
  type ReusableContentRecord,
} from "../model/index.ts";
import { markValue } from "./markers.ts";
import { markDeletion, mergeDocuments } from "./merge-documents.ts";
import { isSame, mapSides, mergeFields, mergeValue, type Sides } from "./three-way.ts";

type MergedMap = "variables" | "files" | "reusableContents";

/** The merged record, and whether it contains conflict markers. */
type Merged<V> = readonly [value: V | undefined, isMarked: boolean];

type ResolveConflict<V> = (sides: Sides<V | undefined>, draft: Draft) => Promise<Merged<V>>;

const resolvers: { readonly [M in MergedMap]: ResolveConflict<Records[M]> } = {
  variables: async ({ ours, theirs }) => [markValue(ours, theirs), true],
  /** A file that one side deleted and the other changed is kept. Every conflict is marked in the name. */
  files: async (sides) => {
    const { ours, theirs } = sides;
    const { value, conflicts } = mergeFields<FileRecord>(sides);
    const isMarked = ours === undefined || theirs === undefined || conflicts.length > 0;
    const name = isMarked ? markValue(ours?.name, theirs?.name) : value.name;
    return [{ ...(ours ?? theirs), ...value, name } as FileRecord, isMarked];
  },
  reusableContents: async (sides, { nodes }) => {
    const { ours, theirs } = sides;
    const edited = ours ?? theirs;
    if (edited === undefined) return [undefined, false];
    if (ours === undefined || theirs === undefined) {
      const editedBy = ours === undefined ? "theirs" : "ours";
      const { document, isMarked } = await markDeletion(nodes, edited.document, editedBy);
      return [{ ...edited, document }, isMarked];
    }
    const { value, conflicts } = mergeFields<ReusableContentRecord>(sides, ["title"]);
    const hashes = mapSides(sides, (side) => side?.document);
    const { document, isMarked } = await mergeDocuments(nodes, hashes, conflicts);
    return [{ ...ours, ...value, document }, isMarked];
  },
};

/** Merges the records of one map into a draft of their content. Returns the conflict keys of records with conflict markers. */
export async function mergeRecords<M extends MergedMap>(
  draft: Draft,
  map: M,
  sidesByKey: ReadonlyMap<string, Sides<Records[M] | undefined>>,
): Promise<string[]> {
  const resolve: ResolveConflict<Records[M]> = resolvers[map];
  const edits: [string, Records[M] | undefined][] = [];
  const conflictKeys: string[] = [];
  for (const [key, sides] of sidesByKey) {
    const merged = mergeValue(sides);
    const [value, isMarked]: Merged<Records[M]> = merged.isConflict
      ? await resolve(sides, draft)
      : [merged.value, false];
    if (!isSame(canonicalize(value), sides.theirs)) edits.push([key, value]);
    if (isMarked) conflictKeys.push(`${map}/${key}`);
  }
  await editDraft(draft, map, edits);
  return conflictKeys;
}
