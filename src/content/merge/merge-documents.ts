import { finishYielding, type Steps } from "../../platform/index.ts";
import type { StoredDocument } from "../document-store/index.ts";
import { frontMatterLength } from "../markdown/index.ts";
import type { Nodes } from "../nodes/index.ts";
import { emptyText, type LinkedText, sliceText, TextWriter } from "./linked-text.ts";
import { hasMarkers, lineEnd, markConflict } from "./markers.ts";
import { type MergedBody, mergeBodies, type Resolution } from "./merge-body.ts";
import { type DocumentConflict, type FieldLines, fieldsInDocument } from "./merge-conflict.ts";
import { mergeFrontMatters } from "./merge-front-matter.ts";
import { readBody } from "./read-body.ts";
import {
  type FieldConflict,
  fieldLine,
  mapSides,
  mergeValue,
  otherSide,
  type Side,
  type Sides,
} from "./three-way.ts";

export interface MergedDocument {
  /** The hash of the document; undefined if it is empty. */
  readonly document: string | undefined;
  readonly isMarked: boolean;
  readonly conflicts: readonly DocumentConflict[];
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
  if (!hash.isConflict && fieldConflicts.length === 0)
    return { document: hash.value, isMarked: false, conflicts: [] };
  const documents = {
    base: splitFrontMatter(await read(nodes, hashes.base)),
    ours: splitFrontMatter(await read(nodes, hashes.ours)),
    theirs: splitFrontMatter(await read(nodes, hashes.theirs)),
  };
  const front = await finishYielding(mergeFrontMatters(mapSides(documents, (side) => side.front)));
  const body = await finishYielding(
    bodySteps(
      mapSides(documents, (side) => side.body),
      resolution,
    ),
  );
  const inFrontMatter = new Set(front.conflicts.map(({ name }) => name));
  const lines: FieldLines[] = [
    ...front.conflicts,
    ...fieldConflicts
      .filter(({ name }) => !inFrontMatter.has(name))
      .map((conflict) => {
        const line = (side: Side): LinkedText => ({ text: fieldLine(conflict, side), links: [] });
        return { name: conflict.name, ours: line("ours"), theirs: line("theirs") };
      }),
  ];
  const writer = new TextWriter();
  writer.add(front.merged, lines.length > 0 || body.text !== "" ? lineEnd(front.merged.text) : "");
  if (lines.length > 0) writer.add(markLines(lines), "\n\n");
  writer.add(body);
  const conflicts = [
    ...fieldsInDocument(fieldConflicts, front.conflicts, lines),
    ...body.conflicts.map((versions) => ({ kind: "text" as const, ...versions })),
  ];
  return { document: write(nodes, writer), isMarked: conflicts.length > 0, conflicts };
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
  hashes: Sides<string | undefined>,
  editedBy: Side,
): Promise<MergedDocument> {
  const { front, body } = splitFrontMatter(await read(nodes, hashes[editedBy]));
  const writer = new TextWriter();
  writer.add(front, lineEnd(front.text));
  writer.add(editedBy === "ours" ? markConflict(body, emptyText) : markConflict(emptyText, body), "\n");
  const base = splitFrontMatter(await read(nodes, hashes.base)).body;
  const conflict = { kind: "deletion" as const, deletedBy: otherSide(editedBy), base, edited: body };
  return { document: write(nodes, writer), isMarked: true, conflicts: [conflict] };
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
export function splitFrontMatter(document: LinkedText): { front: LinkedText; body: LinkedText } {
  const length = frontMatterLength(document.text);
  // The first line after the opening rule that is neither blank nor a comment.
  const [, first] = document.text.slice(0, length).split(/\r?\n(?![ \t]*(?:#.*)?(?:\r?\n|$))/);
  const end = first === undefined || /^(?:---|[^\s:#][^:]*:)/.test(first) ? length : 0;
  return { front: sliceText(document, 0, end), body: sliceText(document, end) };
}

/** Writes the lines of fields in conflict, which are at the top of a document. */
export function markLines(lines: readonly Pick<FieldLines, Side>[]): LinkedText {
  const join = (side: Side) => joinLines(lines.map((line) => line[side]));
  return markConflict(join("ours"), join("theirs"));
}

function joinLines(texts: readonly LinkedText[]): LinkedText {
  const writer = new TextWriter();
  for (const text of texts) writer.add(text, lineEnd(text.text));
  return writer.result();
}
