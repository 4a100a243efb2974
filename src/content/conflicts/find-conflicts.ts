import { EventLoopYielder, finishYielding } from "../../platform/index.ts";
import type { StoredDocument } from "../document-store/index.ts";
import {
  emptyText,
  type FieldInConflict,
  type FieldLines,
  fieldLine,
  keyOf,
  type LinkedText,
  type MergeConflict,
  markConflict,
  markValue,
  type Side,
  splitMarkedValue,
} from "../merge/index.ts";
import {
  type Content,
  type FileRecord,
  getRecords,
  type PageRecord,
  type ReusableContentRecord,
} from "../model/index.ts";
import { hashOf } from "../nodes/index.ts";
import { locatePages } from "../pages/index.ts";
import { type Region, regionSteps } from "./regions.ts";

/** The versions of a conflict: texts, or the values of a field. Undefined: not there. */
interface Versions {
  /** Absent if it is not known. */
  readonly base?: unknown;
  readonly ours?: unknown;
  readonly theirs?: unknown;
}

/** A conflict that is not settled. */
export interface OpenConflict extends Versions {
  readonly id: string;
  readonly map: ConflictMap;
  /** The key of the record in its map: an id, or the name of a variable. */
  readonly key: string;
  /** `text`: a passage of a document; `field`: an attribute or a value; `deletion`: one side deleted the record. */
  readonly kind: "text" | "field" | "deletion";
  /** The name of the field. */
  readonly name?: string;
  readonly deletedBy?: Side;
  /** The conflict as the merge found it. Markers may have been edited since. */
  readonly found?: MergeConflict;
}

export type ConflictMap = "pages" | "reusableContents" | "files" | "variables";
const conflictMaps: readonly ConflictMap[] = ["pages", "reusableContents", "files", "variables"];

/** Which conflict a region of a document belongs to, or the lines of fields that are in it. */
export interface ConflictRegion extends Region {
  readonly conflict?: OpenConflict;
  readonly lines?: readonly { readonly line: FieldLines; readonly conflict: OpenConflict }[];
}

/** A record with conflict markers. */
export interface MarkedRecord {
  readonly map: ConflictMap;
  readonly key: string;
  readonly record: PageRecord | ReusableContentRecord | FileRecord | string;
  readonly document: LinkedText;
  readonly regions: readonly ConflictRegion[];
  readonly conflicts: readonly OpenConflict[];
}

/** Finds the records with conflict markers, in the order of the pages, among those that a merge has marked. */
export async function findMarkedRecords(
  content: Content,
  conflictKeys: readonly string[],
  found: readonly MergeConflict[],
): Promise<MarkedRecord[]> {
  const foundByKey = Map.groupBy(found, ({ key }) => key);
  const marked: MarkedRecord[] = [];
  const yielder = new EventLoopYielder();
  for (const map of conflictMaps) {
    const prefix = `${map}/`;
    const keys = conflictKeys.flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : []));
    const ordered = map === "pages" ? await inTreeOrder(content, keys) : keys.sort();
    const records = await getRecords(content, map, ordered);
    for (const key of ordered) {
      const record = records.get(key);
      if (record === undefined) continue;
      const reader = new RecordReader(map, key, foundByKey.get(`${map}/${key}`) ?? []);
      const read = await reader.read(content, record, yielder);
      if (read.conflicts.length > 0) marked.push(read);
    }
  }
  return marked;
}

async function inTreeOrder(content: Content, ids: readonly string[]): Promise<string[]> {
  const located = await locatePages(content, ids);
  const positions = [...located].map(([id, { record, ancestors }]) => ({
    id,
    position: [...ancestors, record].map(({ order }) => `${order}\0`).join(""),
  }));
  return positions.sort((a, b) => (a.position < b.position ? -1 : 1)).map(({ id }) => id);
}

/** Reads the conflicts of one record from its markers. What was before comes from the conflicts that the merge found. */
class RecordReader {
  readonly #map: ConflictMap;
  readonly #key: string;
  readonly #fields: readonly (MergeConflict & FieldInConflict)[];
  readonly #deletion: (MergeConflict & { readonly kind: "deletion" }) | undefined;
  readonly #texts = new Map<string, TextConflict[]>();
  readonly #conflicts: OpenConflict[] = [];
  readonly #used = new Set<MergeConflict>();
  readonly #counts = new Map<string, number>();

  constructor(map: ConflictMap, key: string, found: readonly MergeConflict[]) {
    this.#map = map;
    this.#key = key;
    this.#fields = found.filter((conflict) => conflict.kind === "field");
    this.#deletion = found.findLast((conflict) => conflict.kind === "deletion");
    for (const conflict of found)
      if (conflict.kind === "text")
        for (const text of textKeys(conflict)) this.#texts.getOrInsertComputed(text, () => []).push(conflict);
  }

  async read(
    content: Content,
    record: MarkedRecord["record"],
    yielder: EventLoopYielder,
  ): Promise<MarkedRecord> {
    let document = emptyText;
    const regions: ConflictRegion[] = [];
    await yielder.yieldIfDue();
    if (typeof record === "string") this.#addValue("value", record);
    else if ("blob" in record) this.#addFile(record);
    else {
      this.#addTitle(record.title);
      if (record.document !== undefined) document = await content.nodes.read<StoredDocument>(record.document);
      for (const region of await finishYielding(regionSteps(document))) {
        regions.push(this.#addRegion(region));
        if (yielder.isDue) await yielder.yieldIfDue();
      }
    }
    return { map: this.#map, key: this.#key, record, document, regions, conflicts: this.#conflicts };
  }

  #add(conflict: Omit<OpenConflict, "id" | "map" | "key">): OpenConflict {
    const { kind, name, ours, theirs, found } = conflict;
    if (found !== undefined) this.#used.add(found);
    const identity = JSON.stringify([this.#map, this.#key, kind, name, spell(ours), spell(theirs)]);
    const count = (this.#counts.get(identity) ?? 0) + 1;
    this.#counts.set(identity, count);
    const id = hashOf(`${identity} ${count}`).slice(0, 24);
    const added = { id, map: this.#map, key: this.#key, ...conflict };
    this.#conflicts.push(added);
    return added;
  }

  /** A value that is marked as a whole, such as that of a variable. */
  #addValue(name: string, text: string): void {
    const versions = splitMarkedValue(text);
    if (versions === undefined) return;
    const found = this.#fields.findLast(
      ({ ours, theirs }) => markValue(ours as string, theirs as string) === text,
    );
    this.#addField(name, found ?? versions, found);
  }

  #addField(name: string, { base, ours, theirs }: Versions, found?: FieldInConflict): OpenConflict {
    const isDeletion = (this.#map === "files" || this.#map === "variables") && found?.base !== undefined;
    const deletedBy = ours === undefined ? "ours" : "theirs";
    return this.#add({
      ...(isDeletion && (ours === undefined || theirs === undefined)
        ? { kind: "deletion", deletedBy }
        : { kind: "field" }),
      ...{ name, ours, theirs },
      ...(found && { base, found: found as MergeConflict }),
    });
  }

  /** The name of a file is marked for any of its fields. */
  #addFile(record: FileRecord): void {
    const names = splitMarkedValue(record.name);
    if (names === undefined) return;
    const found = this.#fields.at(-1);
    const named = (name: string | undefined) => (name === undefined ? undefined : { ...record, name });
    this.#addField("file", found ?? { ours: named(names.ours), theirs: named(names.theirs) }, found);
  }

  /** Groups and links have no document: all of their conflicts are marked in the title. */
  #addTitle(title: string): void {
    const versions = splitMarkedValue(title);
    if (versions === undefined) return;
    const { ours, theirs } = versions;
    if (this.#deletion !== undefined) {
      const { deletedBy } = this.#deletion;
      this.#add({ kind: "deletion", deletedBy, base: ours ?? theirs, ours, theirs, found: this.#deletion });
      return;
    }
    const isWritten = (field: FieldInConflict, side: Side) => {
      const text = versions[side] ?? "";
      return field.name === "title" && text === String(field[side])
        ? true
        : text.includes(fieldLine(field, side));
    };
    const open = this.#fields.filter((field) => isWritten(field, "ours") && isWritten(field, "theirs"));
    for (const field of open) this.#addField(field.name, field, field);
    if (open.length === 0) this.#addField("title", versions);
  }

  #addRegion(region: Region): ConflictRegion {
    const deletion = this.#deletion;
    if (deletion !== undefined && !this.#used.has(deletion) && region[deletion.deletedBy].text === "") {
      const { deletedBy, base } = deletion;
      const edited =
        deletedBy === "ours"
          ? { ours: undefined, theirs: region.theirs }
          : { ours: region.ours, theirs: undefined };
      return {
        ...region,
        conflict: this.#add({ kind: "deletion", deletedBy, base, ...edited, found: deletion }),
      };
    }
    const lines = this.#findLines(region);
    if (lines !== undefined) return { ...region, lines };
    const found = this.#findText(region);
    const versions = found?.isExact ? found.conflict : region;
    const { ours, theirs } = versions;
    const base = found && { base: found.conflict.base, found: found.conflict };
    return { ...region, conflict: this.#add({ kind: "text", ours, theirs, ...base }) };
  }

  /** The lines of fields that a region consists of; undefined if there is anything else in it. */
  #findLines(region: Region) {
    const rest = { ours: region.ours.text, theirs: region.theirs.text };
    const lines: { line: FieldLines; conflict: OpenConflict }[] = [];
    const written = this.#fields
      .filter((field) => !this.#used.has(field as MergeConflict))
      .flatMap((field) => (field.lines ?? []).map((line) => ({ field, line })))
      .sort((a, b) => a.line.index - b.line.index);
    const present: typeof written = [];
    for (const entry of written) {
      const after = {
        ours: afterLine(rest.ours, entry.line.ours),
        theirs: afterLine(rest.theirs, entry.line.theirs),
      };
      if (after.ours === undefined || after.theirs === undefined) continue;
      [rest.ours, rest.theirs] = [after.ours, after.theirs];
      present.push(entry);
    }
    if (present.length === 0 || rest.ours !== "" || rest.theirs !== "") return undefined;
    const conflicts = new Map<FieldInConflict, OpenConflict>();
    for (const { field, line } of present) {
      const conflict = conflicts.get(field) ?? this.#addField(field.name, field, field);
      conflicts.set(field, conflict);
      lines.push({ line, conflict });
    }
    return lines;
  }

  /** The conflict that a merge marked as this region, or as one that still has one of its versions. */
  #findText({ ours, theirs }: Region) {
    const keys = textKeys({ ours, theirs });
    for (const [i, key] of keys.entries()) {
      const candidates = this.#texts.get(key) ?? [];
      while (candidates[0] !== undefined && this.#used.has(candidates[0])) candidates.shift();
      const [conflict] = candidates;
      if (conflict !== undefined) return { conflict, isExact: i === 0 };
    }
    return undefined;
  }
}

type TextConflict = MergeConflict & { readonly kind: "text" };

/** What identifies a passage in conflict: as it is marked, or else by one of its versions. */
function textKeys({ ours, theirs }: Pick<Region, Side>): string[] {
  const [own, other] = [keyOf(ours), keyOf(theirs)];
  return [
    `marked ${keyOf(markConflict(ours, theirs, "\n"))}`,
    ...(own.trim() === "" ? [] : [`ours ${own}`]),
    ...(other.trim() === "" ? [] : [`theirs ${other}`]),
  ];
}

/** What follows a line; undefined if the text does not start with it. A version without the field has no line. */
function afterLine(text: string, { text: line }: LinkedText): string | undefined {
  const end = line.replace(/\r?\n$/, "");
  if (end === "") return text;
  if (!text.startsWith(end)) return undefined;
  const rest = text.slice(end.length);
  return rest === "" ? rest : /^\r?\n/.test(rest) ? rest.replace(/^\r?\n/, "") : undefined;
}

function spell(version: unknown): unknown {
  const isText = typeof version === "object" && version !== null && "text" in version && "links" in version;
  return isText ? keyOf(version as LinkedText) : (version ?? null);
}
