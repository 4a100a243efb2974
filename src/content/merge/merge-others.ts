import { type Draft, edit } from "../content.ts";
import { canonical, type FileRecord, type ReusableContentRecord } from "../records.ts";
import { markDeletion, mergeDocuments } from "./merge-documents.ts";
import { isSame, type MergeOutcome, mergeFields, mergeValue, namesOf, type Sides } from "./three-way.ts";

type Pairs<V> = ReadonlyMap<string, Sides<V | undefined>>;

/** Something without a text to mark: where both sides changed it differently, ours stands. */
interface Decided<V> {
  readonly value: V | undefined;
  readonly isConflict: boolean;
  readonly isMarked?: boolean;
}

export function mergeVariables(draft: Draft, pairs: Pairs<string>): Promise<MergeOutcome> {
  return mergeEach(draft, "variables", pairs, async (sides) => mergeValue(sides));
}

/** A file that one side deleted and the other renamed stays. */
export function mergeFiles(draft: Draft, pairs: Pairs<FileRecord>): Promise<MergeOutcome> {
  return mergeEach(draft, "files", pairs, async ({ base, ours, theirs }) => {
    if (ours === undefined || theirs === undefined) return { value: ours ?? theirs, isConflict: true };
    const sides = { base, ours, theirs };
    const { value, conflicts } = mergeFields<FileRecord>(sides, namesOf(sides));
    return { value: canonical(value as FileRecord), isConflict: conflicts.length > 0 };
  });
}

export function mergeReusableContents(
  draft: Draft,
  pairs: Pairs<ReusableContentRecord>,
): Promise<MergeOutcome> {
  return mergeEach(draft, "reusableContents", pairs, async ({ base, ours, theirs }) => {
    const edited = ours ?? theirs;
    if (edited === undefined) return { value: undefined, isConflict: false };
    if (ours === undefined || theirs === undefined) {
      const editedBy = ours === undefined ? "theirs" : "ours";
      const { document, isMarked } = await markDeletion(draft.nodes, edited.document, editedBy);
      return { value: withDocument(edited, document), isConflict: true, isMarked };
    }
    const { value, conflicts } = mergeFields<ReusableContentRecord>({ base, ours, theirs }, ["title"]);
    const hashes = { base: base?.document, ours: ours.document, theirs: theirs.document };
    const { document, isMarked } = await mergeDocuments(draft.nodes, hashes, conflicts);
    return { value: withDocument({ ...ours, ...value }, document), isConflict: isMarked, isMarked };
  });
}

function withDocument(record: ReusableContentRecord, document: string | undefined): ReusableContentRecord {
  return canonical({ ...record, document } as ReusableContentRecord);
}

/** Merges what is kept in one map. What one side alone changed needs no asking. */
async function mergeEach<V>(
  draft: Draft,
  map: "variables" | "files" | "reusableContents",
  pairs: Pairs<V>,
  decide: (sides: Sides<V | undefined>) => Promise<Decided<V>>,
): Promise<MergeOutcome> {
  const edits = new Map<string, V | undefined>();
  const marked: string[] = [];
  let hasConflicts = false;
  for (const [key, sides] of pairs) {
    const simple = mergeValue(sides);
    const {
      value,
      isConflict,
      isMarked = false,
    }: Decided<V> = simple.isConflict ? await decide(sides) : simple;
    if (!isSame(value, sides.theirs)) edits.set(key, value);
    if (isMarked) marked.push(key);
    hasConflicts ||= isConflict;
  }
  await edit(draft, map, edits);
  return { hasConflicts, marked };
}
