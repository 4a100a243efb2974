import { keyOf, type LinkedText, sliceText, TextWriter } from "./linked-text.ts";
import { chooseSpelling } from "./merge-body.ts";
import { mergeValue, type Sides } from "./three-way.ts";

/** A field that both sides wrote differently, as each has it. */
export interface EntryConflict {
  readonly name: string;
  readonly ours: LinkedText;
  readonly theirs: LinkedText;
}

interface FrontMatter {
  /** The rows of dashes. */
  readonly opening: string;
  readonly closing: string;
  readonly entries: ReadonlyMap<string, Entry>;
}

interface Entry extends LinkedText {
  readonly key: string;
}

const none: LinkedText = { text: "", links: [] };

/** Merges front matter field by field. Where both changed a field differently, ours stays in its place. */
export function mergeFrontMatters(sides: Sides<LinkedText>): {
  merged: LinkedText;
  conflicts: EntryConflict[];
} {
  const whole = mergeValue(sides);
  if (!whole.isConflict) return { merged: whole.value, conflicts: [] };
  const base = readEntries(sides.base);
  const ours = readEntries(sides.ours);
  const theirs = readEntries(sides.theirs);
  const writer = new TextWriter();
  const conflicts: EntryConflict[] = [];
  const added = new Set([...ours.entries.keys(), ...theirs.entries.keys()]).difference(base.entries);
  for (const name of [...base.entries.keys(), ...[...added].sort()]) {
    const [was, own, other] = [base, ours, theirs].map(({ entries }) => entries.get(name));
    const { value, isConflict } = mergeValue({ base: was?.key, ours: own?.key, theirs: other?.key });
    if (own !== undefined && other !== undefined && own.key === other.key)
      writer.add(chooseSpelling({ base: was, ours: own, theirs: other }, (entry) => entry.text));
    else if (value !== undefined) writer.add((value === own?.key ? own : other) ?? none);
    if (isConflict) conflicts.push({ name, ours: own ?? none, theirs: other ?? none });
  }
  const { text, links } = writer.written();
  if (text === "") return { merged: none, conflicts };
  const row = (name: "opening" | "closing"): LinkedText => ({
    text: mergeRows({ base: base[name], ours: ours[name], theirs: theirs[name] }),
    links: [],
  });
  const framed = new TextWriter();
  framed.add(row("opening"));
  framed.add({ text, links });
  framed.add(row("closing"));
  return { merged: framed.written(), conflicts };
}

/** A side without front matter has no row of dashes to offer. */
function mergeRows({ base, ours, theirs }: Sides<string>): string {
  if (ours === "" || theirs === "") return ours || theirs || base;
  return chooseSpelling({ base, ours, theirs }, (row) => row);
}

/** The fields at the outermost level, each with the lines that belong to it. */
function readEntries(front: LinkedText): FrontMatter {
  const lines = front.text.split(/(?<=\n)/);
  const [opening = "", closing = ""] = [lines.shift(), lines.pop()];
  const entries = new Map<string, Entry>();
  let [name, from, at] = ["", opening.length, opening.length];
  const close = (): void => {
    if (at === from) return;
    const entry = sliceText(front, from, at);
    entries.set(entries.has(name) ? `${name} ${entries.size}` : name, { ...entry, key: keyOf(entry) });
    from = at;
  };
  for (const line of lines) {
    const [, field] = /^([^\s#:-][^:\n]*):(?:\s|$)/.exec(line) ?? [];
    if (field !== undefined) {
      close();
      name = field;
    }
    at += line.length;
  }
  close();
  return { opening, closing, entries };
}
