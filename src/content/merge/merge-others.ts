import {
  canonical,
  type Draft,
  editDraft,
  type FileRecord,
  type ReusableContentRecord,
} from "../model/index.ts";
import { markValue } from "./markers.ts";
import { markDeletion, mergeDocuments } from "./merge-documents.ts";
import { isSame, mergeFields, mergeValue, namesOf, type Sides } from "./three-way.ts";

type Pairs<V> = ReadonlyMap<string, Sides<V | undefined>>;

interface Decided<V> {
  readonly value: V | undefined;
  /** Whether both versions stand in it, between markers. */
  readonly isMarked: boolean;
}

export function mergeVariables(draft: Draft, pairs: Pairs<string>): Promise<string[]> {
  return mergeEach(draft, "variables", pairs, async ({ ours, theirs }) => ({
    value: markValue(ours, theirs),
    isMarked: true,
  }));
}

/** A file that one side deleted and the other renamed stays. */
export function mergeFiles(draft: Draft, pairs: Pairs<FileRecord>): Promise<string[]> {
  return mergeEach(draft, "files", pairs, async ({ base, ours, theirs }) => {
    const sides = { base, ours, theirs };
    const { value, conflicts } = mergeFields<FileRecord>(sides, namesOf(sides));
    const isMarked = ours === undefined || theirs === undefined || conflicts.length > 0;
    const name = isMarked ? markValue(ours?.name, theirs?.name) : value.name;
    return { value: canonical({ ...(ours ?? theirs), ...value, name } as FileRecord), isMarked };
  });
}

export function mergeReusableContents(draft: Draft, pairs: Pairs<ReusableContentRecord>): Promise<string[]> {
  return mergeEach(draft, "reusableContents", pairs, async ({ base, ours, theirs }) => {
    const edited = ours ?? theirs;
    if (edited === undefined) return { value: undefined, isMarked: false };
    if (ours === undefined || theirs === undefined) {
      const editedBy = ours === undefined ? "theirs" : "ours";
      const { document, isMarked } = await markDeletion(draft.nodes, edited.document, editedBy);
      return { value: withDocument(edited, document), isMarked };
    }
    const { value, conflicts } = mergeFields<ReusableContentRecord>({ base, ours, theirs }, ["title"]);
    const hashes = { base: base?.document, ours: ours.document, theirs: theirs.document };
    const { document, isMarked } = await mergeDocuments(draft.nodes, hashes, conflicts);
    return { value: withDocument({ ...ours, ...value }, document), isMarked };
  });
}

function withDocument(record: ReusableContentRecord, document: string | undefined): ReusableContentRecord {
  return canonical({ ...record, document } as ReusableContentRecord);
}

/** Merges what is kept in one map; what of it is marked. What one side alone changed needs no asking. */
async function mergeEach<V>(
  draft: Draft,
  map: "variables" | "files" | "reusableContents",
  pairs: Pairs<V>,
  decide: (sides: Sides<V | undefined>) => Promise<Decided<V>>,
): Promise<string[]> {
  const edits = new Map<string, V | undefined>();
  const marked: string[] = [];
  for (const [key, sides] of pairs) {
    const { value, isConflict } = mergeValue(sides);
    const decided = isConflict ? await decide(sides) : { value, isMarked: false };
    if (!isSame(decided.value, sides.theirs)) edits.set(key, decided.value);
    if (decided.isMarked) marked.push(`${map}/${key}`);
  }
  await editDraft(draft, map, edits);
  return marked;
}
