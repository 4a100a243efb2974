import { emptyText, keyOf, type LinkedText, sliceText, TextWriter } from "./linked-text.ts";
import { chooseSpelling } from "./merge-body.ts";
import { mapSides, mergeValue, type Sides } from "./three-way.ts";

/** The lines of a field on both sides, which changed it differently. */
interface LineConflict {
  readonly name: string;
  readonly ours: LinkedText;
  readonly theirs: LinkedText;
}

interface FrontMatter {
  /** The lines of dashes. */
  readonly opening: string;
  readonly closing: string;
  readonly fields: ReadonlyMap<string, Field>;
}

interface Field extends LinkedText {
  readonly key: string;
}

/** Merges front matter field by field. Of a field in conflict, our version is kept. */
export function mergeFrontMatters(sides: Sides<LinkedText>): {
  merged: LinkedText;
  conflicts: LineConflict[];
} {
  const whole = mergeValue(sides);
  if (!whole.isConflict) return { merged: whole.value, conflicts: [] };
  const fronts = mapSides(sides, parseFrontMatter);
  const fields = new TextWriter();
  const conflicts: LineConflict[] = [];
  const { base, ours, theirs } = fronts;
  const added = new Set([...ours.fields.keys(), ...theirs.fields.keys()]).difference(base.fields);
  for (const name of [...base.fields.keys(), ...[...added].sort()]) {
    const field = mapSides(fronts, (front) => front.fields.get(name));
    const { ours: own, theirs: other } = field;
    const { value, isConflict } = mergeValue(mapSides(field, (side) => side?.key));
    if (own !== undefined && other !== undefined && own.key === other.key)
      fields.add(chooseSpelling({ base: field.base, ours: own, theirs: other }, ({ text }) => text));
    else if (value !== undefined) fields.add((value === own?.key ? own : other) ?? emptyText);
    if (isConflict) conflicts.push({ name, ours: own ?? emptyText, theirs: other ?? emptyText });
  }
  const merged = fields.written();
  if (merged.text === "") return { merged: emptyText, conflicts };
  const writer = new TextWriter();
  writer.add({ text: mergeRules(mapSides(fronts, ({ opening }) => opening)), links: [] });
  writer.add(merged);
  writer.add({ text: mergeRules(mapSides(fronts, ({ closing }) => closing)), links: [] });
  return { merged: writer.written(), conflicts };
}

/** Merges lines of dashes. A side without front matter has none. */
function mergeRules({ base, ours, theirs }: Sides<string>): string {
  if (ours === "" || theirs === "") return ours || theirs || base;
  return chooseSpelling({ base, ours, theirs }, (rule) => rule);
}

/** Splits front matter into its top-level fields, each with all of its lines. */
function parseFrontMatter(front: LinkedText): FrontMatter {
  const lines = front.text.split(/(?<=\n)/);
  const [opening = "", closing = ""] = [lines.shift(), lines.pop()];
  const fields = new Map<string, Field>();
  let [name, from, at] = ["", opening.length, opening.length];
  const close = (): void => {
    if (at === from) return;
    const field = sliceText(front, from, at);
    fields.set(fields.has(name) ? `${name} ${fields.size}` : name, { ...field, key: keyOf(field) });
    from = at;
  };
  for (const line of lines) {
    const [, next] = /^([^\s#:-][^:\n]*):(?:\s|$)/.exec(line) ?? [];
    if (next !== undefined) {
      close();
      name = next;
    }
    at += line.length;
  }
  close();
  return { opening, closing, fields };
}
