import { finishYielding, type Steps } from "../../platform/index.ts";
import type { StoredDocument } from "../document-store/index.ts";
import { frontMatterLength } from "../markdown/index.ts";
import type { Nodes } from "../nodes/index.ts";
import { emptyText, type LinkedText, sliceText, TextWriter } from "./linked-text.ts";
import { hasMarkers, lineEnd, markConflict } from "./markers.ts";
import { type MergedBody, mergeBodies, type Resolution } from "./merge-body.ts";
import { mergeFrontMatters } from "./merge-front-matter.ts";
import { readBody } from "./read-body.ts";
import { type FieldConflict, fieldLine, mapSides, mergeValue, type Side, type Sides } from "./three-way.ts";

export interface MergedDocument {
  /** The hash of the document; undefined if it is empty. */
  readonly document: string | undefined;
  readonly isMarked: boolean;
}

/**
 * Merges documents, given by their hashes. Conflicts in fields of the record are written at the top of the text. Conflicts
 * between blocks are marked by default.
 */
export async function mergeDocuments(
  nodes: Nodes,
  hashes: Sides<string | undefined>,
  fieldConflicts: readonly FieldConflict[] = [],
  resolution: Resolution = "markers",
): Promise<MergedDocument> {
  const hash = mergeValue(hashes);
  if (!hash.isConflict && fieldConflicts.length === 0) return { document: hash.value, isMarked: false };
  const documents = {
    base: split(await read(nodes, hashes.base)),
    ours: split(await read(nodes, hashes.ours)),
    theirs: split(await read(nodes, hashes.theirs)),
  };
  const front = await finishYielding(mergeFrontMatters(mapSides(documents, (side) => side.front)));
  const body = await finishYielding(
    bodySteps(
      mapSides(documents, (side) => side.body),
      resolution,
    ),
  );
  const inFrontMatter = new Set(front.conflicts.map(({ name }) => name));
  const conflicts = [
    ...front.conflicts,
    ...fieldConflicts
      .filter(({ name }) => !inFrontMatter.has(name))
      .map((conflict) => {
        const line = (side: Side): LinkedText => ({ text: fieldLine(conflict, side), links: [] });
        return { name: conflict.name, ours: line("ours"), theirs: line("theirs") };
      }),
  ];
  const writer = new TextWriter();
  writer.add(front.merged, conflicts.length > 0 || body.text !== "" ? lineEnd(front.merged.text) : "");
  if (conflicts.length > 0) {
    const lines = (side: Side) => joinLines(conflicts.map((conflict) => conflict[side]));
    writer.add(markConflict(lines("ours"), lines("theirs")), "\n\n");
  }
  writer.add(body);
  return { document: write(nodes, writer), isMarked: conflicts.length > 0 || body.hasConflicts };
}

function* bodySteps({ base, ours, theirs }: Sides<LinkedText>, resolution: Resolution): Steps<MergedBody> {
  const sides = {
    base: yield* readBody(base),
    ours: yield* readBody(ours),
    theirs: yield* readBody(theirs),
  };
  return yield* mergeBodies(sides, resolution);
}

/** Marks the entire body of a document that one side edited and the other deleted. */
export async function markDeletion(
  nodes: Nodes,
  edited: string | undefined,
  editedBy: Side,
): Promise<MergedDocument> {
  const { front, body } = split(await read(nodes, edited));
  const writer = new TextWriter();
  writer.add(front, lineEnd(front.text));
  writer.add(editedBy === "ours" ? markConflict(body, emptyText) : markConflict(emptyText, body), "\n");
  return { document: write(nodes, writer), isMarked: true };
}

export async function hasUnresolvedMarkers(nodes: Nodes, document: string | undefined): Promise<boolean> {
  return hasMarkers((await read(nodes, document)).text);
}

async function read(nodes: Nodes, hash: string | undefined): Promise<LinkedText> {
  return hash === undefined ? emptyText : nodes.read<StoredDocument>(hash);
}

function write(nodes: Nodes, writer: TextWriter): string | undefined {
  const { text, links } = writer.result();
  return text === "" ? undefined : nodes.write({ text, links } satisfies StoredDocument);
}

/** Splits off the front matter. Text between two rules that does not start with a field belongs to the body. */
function split(document: LinkedText): { front: LinkedText; body: LinkedText } {
  const length = frontMatterLength(document.text);
  // The first line after the opening rule that is neither blank nor a comment.
  const [, first] = document.text.slice(0, length).split(/\r?\n(?![ \t]*(?:#.*)?(?:\r?\n|$))/);
  const end = first === undefined || /^(?:---|[^\s:#][^:]*:)/.test(first) ? length : 0;
  return { front: sliceText(document, 0, end), body: sliceText(document, end) };
}

function joinLines(texts: readonly LinkedText[]): LinkedText {
  const writer = new TextWriter();
  for (const text of texts) writer.add(text, lineEnd(text.text));
  return writer.result();
}
