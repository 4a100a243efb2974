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
  /** The delimiter lines. */
  readonly opening: string;
  readonly closing: string;
  readonly fields: ReadonlyMap<string, Field>;
}

interface Field extends LinkedText {
  readonly key: string;
}

/** Merges front matter field by field. For a field in conflict, our version is kept. */
export function mergeFrontMatters(sides: Sides<LinkedText>): {
  merged: LinkedText;
  conflicts: LineConflict[];
} {
  const unparsed = mergeValue(sides);
  if (!unparsed.isConflict) return { merged: unparsed.value, conflicts: [] };
  const fronts = mapSides(sides, parseFrontMatter);
  const fields = new TextWriter();
  const conflicts: LineConflict[] = [];
  const { base, ours, theirs } = fronts;
  const added = new Set([...ours.fields.keys(), ...theirs.fields.keys()]).difference(base.fields);
  for (const name of [...base.fields.keys(), ...[...added].sort()]) {
    const field = mapSides(fronts, (front) => front.fields.get(name));
    const { ours: ourField, theirs: theirField } = field;
    const { value, isConflict } = mergeValue(mapSides(field, (side) => side?.key));
    if (ourField !== undefined && theirField !== undefined && ourField.key === theirField.key)
      fields.add(
        chooseSpelling({ base: field.base, ours: ourField, theirs: theirField }, ({ text }) => text),
      );
    else if (value !== undefined) fields.add((value === ourField?.key ? ourField : theirField) ?? emptyText);
    if (isConflict) conflicts.push({ name, ours: ourField ?? emptyText, theirs: theirField ?? emptyText });
  }
  const merged = fields.result();
  if (merged.text === "") return { merged: emptyText, conflicts };
  const writer = new TextWriter();
  writer.add({ text: mergeDelimiters(mapSides(fronts, ({ opening }) => opening)), links: [] });
  writer.add(merged);
  writer.add({ text: mergeDelimiters(mapSides(fronts, ({ closing }) => closing)), links: [] });
  return { merged: writer.result(), conflicts };
}

/** Merges delimiter lines. They are empty for a side without front matter. */
function mergeDelimiters({ base, ours, theirs }: Sides<string>): string {
  if (ours === "" || theirs === "") return ours || theirs || base;
  return chooseSpelling({ base, ours, theirs }, (delimiter) => delimiter);
}

/** Splits front matter into its top-level fields, each with all of its lines. */
function parseFrontMatter(front: LinkedText): FrontMatter {
  const lines = front.text.split(/(?<=\n)/);
  const [opening = "", closing = ""] = [lines.shift(), lines.pop()];
  const fields = new Map<string, Field>();
  let [name, from, end] = ["", opening.length, opening.length];
  const close = (): void => {
    if (end === from) return;
    const field = sliceText(front, from, end);
    fields.set(fields.has(name) ? `${name} ${fields.size}` : name, { ...field, key: keyOf(field) });
    from = end;
  };
  for (const line of lines) {
    const [, next] = /^([^\s#:-][^:\n]*):(?:\s|$)/.exec(line) ?? [];
    if (next !== undefined) {
      close();
      name = next;
    }
    end += line.length;
  }
  close();
  return { opening, closing, fields };
}
