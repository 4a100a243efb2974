import {
  canonical,
  type Draft,
  editDraft,
  type FileRecord,
  type ReusableContentRecord,
} from "../model/index.ts";
import { markValue } from "./markers.ts";
import { markDeletion, mergeDocuments } from "./merge-documents.ts";
import { isSame, mapSides, mergeFields, mergeValue, type Sides } from "./three-way.ts";

type Pairs<V> = ReadonlyMap<string, Sides<V | undefined>>;

interface Merged<V> {
  readonly value: V | undefined;
  /** Whether it contains conflict markers. */
  readonly isMarked: boolean;
}

export function mergeVariables(draft: Draft, pairs: Pairs<string>): Promise<string[]> {
  return mergeMap(draft, "variables", pairs, async ({ ours, theirs }) => ({
    value: markValue(ours, theirs),
    isMarked: true,
  }));
}

/** A file that one side deleted and the other renamed is kept. */
export function mergeFiles(draft: Draft, pairs: Pairs<FileRecord>): Promise<string[]> {
  return mergeMap(draft, "files", pairs, async (sides) => {
    const { ours, theirs } = sides;
    const { value, conflicts } = mergeFields<FileRecord>(sides);
    const isMarked = ours === undefined || theirs === undefined || conflicts.length > 0;
    const name = isMarked ? markValue(ours?.name, theirs?.name) : value.name;
    return { value: canonical({ ...(ours ?? theirs), ...value, name } as FileRecord), isMarked };
  });
}

export function mergeReusableContents(draft: Draft, pairs: Pairs<ReusableContentRecord>): Promise<string[]> {
  return mergeMap(draft, "reusableContents", pairs, async (sides) => {
    const { ours, theirs } = sides;
    const edited = ours ?? theirs;
    if (edited === undefined) return { value: undefined, isMarked: false };
    if (ours === undefined || theirs === undefined) {
      const editedBy = ours === undefined ? "theirs" : "ours";
      const { document, isMarked } = await markDeletion(draft.nodes, edited.document, editedBy);
      return { value: withDocument(edited, document), isMarked };
    }
    const { value, conflicts } = mergeFields<ReusableContentRecord>(sides, ["title"]);
    const hashes = mapSides(sides, (side) => side?.document);
    const { document, isMarked } = await mergeDocuments(draft.nodes, hashes, conflicts);
    return { value: withDocument({ ...ours, ...value }, document), isMarked };
  });
}

function withDocument(record: ReusableContentRecord, document: string | undefined): ReusableContentRecord {
  return canonical({ ...record, document } as ReusableContentRecord);
}

/** Merges the records of one map. Returns the conflict keys of marked records. */
async function mergeMap<V>(
  draft: Draft,
  map: "variables" | "files" | "reusableContents",
  pairs: Pairs<V>,
  resolve: (sides: Sides<V | undefined>) => Promise<Merged<V>>,
): Promise<string[]> {
  const edits = new Map<string, V | undefined>();
  const conflictKeys: string[] = [];
  for (const [key, sides] of pairs) {
    const merged = mergeValue(sides);
    const { value, isMarked } = merged.isConflict
      ? await resolve(sides)
      : { value: merged.value, isMarked: false };
    if (!isSame(value, sides.theirs)) edits.set(key, value);
    if (isMarked) conflictKeys.push(`${map}/${key}`);
  }
  await editDraft(draft, map, edits);
  return conflictKeys;
}
