import type { StoredDocument } from "../document-store/index.ts";
import { frontMatterLength } from "../markdown/index.ts";
import type { Nodes } from "../nodes/index.ts";
import { type LinkedText, sliceText, TextWriter } from "./linked-text.ts";
import { hasMarkers, lineEnd } from "./markers.ts";
import { markBoth, mergeBodies } from "./merge-body.ts";
import { mergeFrontMatters } from "./merge-front-matter.ts";
import { readBody } from "./read-body.ts";
import { type FieldConflict, mergeValue, type Side, type Sides, spellField } from "./three-way.ts";

export interface MergedDocument {
  /** The hash of it; none where it is empty. */
  readonly document: string | undefined;
  /** Whether both sides stand in it, between markers. */
  readonly isMarked: boolean;
}

/** Merges documents, by their hashes. What else the two sides disagree on is noted at the top of the text. */
export async function mergeDocuments(
  nodes: Nodes,
  hashes: Sides<string | undefined>,
  notes: readonly FieldConflict[] = [],
): Promise<MergedDocument> {
  const whole = mergeValue(hashes);
  if (!whole.isConflict && notes.length === 0) return { document: whole.value, isMarked: false };
  const base = split(await read(nodes, hashes.base));
  const ours = split(await read(nodes, hashes.ours));
  const theirs = split(await read(nodes, hashes.theirs));
  const front = mergeFrontMatters({ base: base.front, ours: ours.front, theirs: theirs.front });
  const body = await mergeBodies({
    base: readBody(base.body),
    ours: readBody(ours.body),
    theirs: readBody(theirs.body),
  });
  const told = new Set(front.conflicts.map(({ name }) => name));
  const noted = [
    ...front.conflicts,
    ...notes
      .filter(({ name }) => !told.has(name))
      .map((note) => ({ name: note.name, ours: spell(note, "ours"), theirs: spell(note, "theirs") })),
  ];
  const writer = new TextWriter();
  writer.add(front.merged, noted.length > 0 || body.text !== "" ? lineEnd(front.merged.text) : "");
  if (noted.length > 0) {
    const all = (side: Side) => joinLines(noted.map((note) => note[side]));
    writer.add(markBoth(all("ours"), all("theirs")), "\n\n");
  }
  writer.add(body);
  return { document: write(nodes, writer), isMarked: noted.length > 0 || body.hasConflicts };
}

/** The document of a page that one side edited and the other deleted: all of it is in question. */
export async function markDeletion(
  nodes: Nodes,
  edited: string | undefined,
  editedBy: Side,
): Promise<MergedDocument> {
  const { front, body } = split(await read(nodes, edited));
  const gone: LinkedText = { text: "", links: [] };
  const writer = new TextWriter();
  writer.add(front, lineEnd(front.text));
  writer.add(editedBy === "ours" ? markBoth(body, gone) : markBoth(gone, body), "\n");
  return { document: write(nodes, writer), isMarked: true };
}

/** Whether a document still holds what an update could not decide. */
export async function hasUnresolvedMarkers(nodes: Nodes, document: string | undefined): Promise<boolean> {
  return hasMarkers((await read(nodes, document)).text);
}

async function read(nodes: Nodes, hash: string | undefined): Promise<LinkedText> {
  return hash === undefined ? { text: "", links: [] } : nodes.read<StoredDocument>(hash);
}

function write(nodes: Nodes, writer: TextWriter): string | undefined {
  const { text, links } = writer.written();
  return text === "" ? undefined : nodes.write({ text, links } satisfies StoredDocument);
}

/** What stands between two rules, but does not begin with a field, is text as any other. */
function split(document: LinkedText): { front: LinkedText; body: LinkedText } {
  const length = frontMatterLength(document.text);
  const [, first] = document.text.slice(0, length).split(/\r?\n(?![ \t]*(?:#.*)?(?:\r?\n|$))/);
  const end = first === undefined || /^(?:---|[^\s:#][^:]*:)/.test(first) ? length : 0;
  return { front: sliceText(document, 0, end), body: sliceText(document, end) };
}

function spell(conflict: FieldConflict, side: Side): LinkedText {
  return { text: spellField(conflict, side), links: [] };
}

/** Each of them on a line, or on lines, of its own. */
function joinLines(texts: readonly LinkedText[]): LinkedText {
  const writer = new TextWriter();
  for (const text of texts) writer.add(text, lineEnd(text.text));
  return writer.written();
}
