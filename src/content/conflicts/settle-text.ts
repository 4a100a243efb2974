import { badInput } from "../../platform/index.ts";
import { hasTooManyNodes, type StoredDocument } from "../document-store/index.ts";
import { type Origin, resolveLinks } from "../links/index.ts";
import {
  emptyText,
  type LinkedText,
  markLines,
  parseFrontMatter,
  sliceText,
  splitFrontMatter,
  TextWriter,
} from "../merge/index.ts";
import { type Draft, limits, nodeLimit } from "../model/index.ts";
import type { Choice } from "./choices.ts";
import type { ConflictRegion, MarkedRecord, OpenConflict } from "./find-conflicts.ts";

/** The choice for a conflict; undefined if it stays open. */
export type ChoiceOf = (conflict: OpenConflict) => Choice | undefined;

/** Stages a document in which regions are replaced by what was chosen. Returns its hash; undefined if it is empty. */
export async function settleDocument(
  draft: Draft,
  origin: Origin,
  marked: MarkedRecord,
  choiceOf: ChoiceOf,
): Promise<string | undefined> {
  const writer = new TextWriter();
  let next = 0;
  for (const region of marked.regions) {
    const chosen = await settleRegion(draft, origin, region, choiceOf);
    if (chosen === undefined) continue;
    writer.add(sliceText(marked.document, next, region.from));
    writer.add(chosen);
    next = chosen.text === "" ? afterGap(marked.document.text, region) : region.to;
  }
  writer.add(sliceText(marked.document, next));
  const document = withoutLastGap(settleFrontMatter(writer.result(), marked, choiceOf));
  if (document.text === "") return undefined;
  if (document.text.length > limits.document)
    throw badInput("markdown", `the document must be at most ${limits.document} characters long`);
  if (await hasTooManyNodes(document.text)) throw badInput("markdown", `the document ${nodeLimit}`);
  return draft.nodes.write({ text: document.text, links: document.links } satisfies StoredDocument);
}

/** What replaces a region; undefined if it stays. */
async function settleRegion(
  draft: Draft,
  origin: Origin,
  region: ConflictRegion,
  choiceOf: ChoiceOf,
): Promise<LinkedText | undefined> {
  const { conflict, lines } = region;
  if (lines !== undefined) {
    const open = lines.filter((line) => choiceOf(line.conflict) === undefined);
    if (open.length === lines.length) return undefined;
    return open.length === 0 ? emptyText : markLines(open.map(({ line }) => line));
  }
  const choice = conflict && choiceOf(conflict);
  if (conflict === undefined || choice === undefined) return undefined;
  const [ours, theirs] = [conflict.ours, conflict.theirs].map(
    (version) => (version ?? emptyText) as LinkedText,
  );
  if ("markdown" in choice) {
    const text = choice.markdown.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
    return { text, links: await resolveLinks(draft, origin, text) };
  }
  if (!("take" in choice)) throw badInput("value", "is not allowed for a text: use markdown");
  if (choice.take === "both") return joinVersions(ours ?? emptyText, theirs ?? emptyText);
  return (choice.take === "ours" ? ours : theirs) ?? emptyText;
}

/** Rows and items of a list follow each other without a blank line. */
function joinVersions(ours: LinkedText, theirs: LinkedText): LinkedText {
  if (ours.text === "" || theirs.text === "") return ours.text === "" ? theirs : ours;
  const isTight = [/^[ \t]*\|/, /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/].some(
    (start) => start.test(ours.text) && start.test(theirs.text),
  );
  const writer = new TextWriter();
  writer.add(ours, isTight ? "\n" : "\n\n");
  writer.add(theirs);
  return writer.result();
}

/** The end of the blank lines after a region. A merge writes two line breaks after the lines of fields. */
function afterGap(text: string, { to: from, lines }: ConflictRegion): number {
  if (lines !== undefined) return from + (text.startsWith("\n\n", from) ? 2 : 0);
  const rest = /\S/.exec(text.slice(from));
  if (rest === null) return text.length;
  // The first line after the gap may be indented.
  return Math.max(from, text.lastIndexOf("\n", from + rest.index) + 1);
}

/** A document that ends with a region without text has blank lines at its end. */
function withoutLastGap({ text, links }: LinkedText): LinkedText {
  if (text.trim() === "") return emptyText;
  if (!text.endsWith("\n")) return { text, links };
  // A regular expression would take quadratic time for many blank lines within the text.
  let end = text.length;
  while (" \t\r\n".includes(text[end - 1] ?? "x")) end--;
  return { text: text.slice(0, text.indexOf("\n", end) + 1), links };
}

/** Replaces fields that only the front matter has. */
function settleFrontMatter(document: LinkedText, marked: MarkedRecord, choiceOf: ChoiceOf): LinkedText {
  const chosen = new Map<string, LinkedText>();
  for (const conflict of marked.conflicts) {
    const choice = choiceOf(conflict);
    const { found, name } = conflict;
    if (choice === undefined || name === undefined || found?.kind !== "field" || !found.isFrontMatter)
      continue;
    chosen.set(name, frontMatterLines(choice, found));
  }
  if (chosen.size === 0) return document;
  const { front, body } = splitFrontMatter(document);
  const { opening, closing, fields } = parseFrontMatter(front);
  const writer = new TextWriter();
  for (const [name, field] of fields) {
    writer.add(chosen.get(name) ?? field);
    chosen.delete(name);
  }
  for (const added of chosen.values()) writer.add(added);
  const settled = writer.result();
  if (settled.text === "") return body;
  const whole = new TextWriter();
  whole.add({ text: opening || "---\n", links: [] });
  whole.add(settled);
  whole.add({ text: closing || "---\n\n", links: [] });
  whole.add(body);
  return whole.result();
}

type FoundField = Extract<NonNullable<OpenConflict["found"]>, { kind: "field" }>;

function frontMatterLines(choice: Choice, { lines = [] }: FoundField): LinkedText {
  if ("take" in choice) {
    if (choice.take === "both") throw badInput("choice", "cannot be both for a field of the front matter");
    const [line] = lines;
    return line === undefined ? emptyText : withLineEnd(line[choice.take]);
  }
  const text = "value" in choice ? choice.value : choice.markdown;
  if (typeof text !== "string") throw badInput("value", "must be the lines of the front matter");
  if (/^(?:---|\.\.\.)/m.test(text)) throw badInput("value", "must not end the front matter");
  return withLineEnd({ text, links: [] });
}

function withLineEnd({ text, links }: LinkedText): LinkedText {
  return { text: text === "" || text.endsWith("\n") ? text : `${text}\n`, links };
}
