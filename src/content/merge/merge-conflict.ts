import type { LinkedText } from "./linked-text.ts";
import type { FieldConflict, Side, Sides } from "./three-way.ts";

/** What is written at the top of a document for a field in conflict: lines of its front matter, or its name and value. */
export interface FieldLines {
  readonly name: string;
  readonly ours: LinkedText;
  readonly theirs: LinkedText;
}

/** A field that both sides changed differently. */
export interface FieldInConflict extends FieldConflict {
  readonly kind: "field";
  /** What is written of it at the top of a document, each with its index there. */
  readonly lines?: readonly (FieldLines & { readonly index: number })[];
  /** Whether only the front matter of the document has the field. Its values are lines of YAML then. */
  readonly isFrontMatter?: true;
  /** For a parent: the sort keys of the page below it. */
  readonly orders?: Readonly<Record<Side, string>>;
}

/** A conflict in a document, as a merge found it. */
export type DocumentConflict =
  | FieldInConflict
  | ({ readonly kind: "text" } & Sides<LinkedText>)
  | {
      readonly kind: "deletion";
      readonly deletedBy: Side;
      readonly base: LinkedText;
      readonly edited: LinkedText;
    };

/** A conflict of a record, such as `pages/<id>`. */
export type MergeConflict = { readonly key: string } & DocumentConflict;

/** The attributes of pages that fields of front matter with other names set. */
const attributeNames: Readonly<Record<string, string>> = {
  if: "condition",
  vars: "variables",
  coverDark: "cover",
  coverY: "cover",
};

/** The conflicts in fields, with their lines. A field of the front matter that sets an attribute in conflict belongs to it. */
export function fieldsInDocument(
  fields: readonly FieldConflict[],
  inFrontMatter: readonly ({ readonly name: string } & Sides<LinkedText>)[],
  written: readonly FieldLines[],
): FieldInConflict[] {
  const attributes = new Map<string, FieldConflict>();
  for (const field of fields)
    for (const name of [field.name, field.name.split(".", 1)[0] ?? ""])
      if (!attributes.has(name)) attributes.set(name, field);
  const ownerOf = (name: string) => attributes.get(name) ?? attributes.get(attributeNames[name] ?? "");
  const lines = written.map(({ name, ours, theirs }, index) => ({ name, ours, theirs, index }));
  const linesByOwner = Map.groupBy(lines, ({ name }) => ownerOf(name));
  const frontMatterOnly = inFrontMatter.flatMap(({ name, base, ours, theirs }, index) => {
    const line = lines[index];
    if (line === undefined || ownerOf(name) !== undefined) return [];
    const values = {
      base: base.text || undefined,
      ours: ours.text || undefined,
      theirs: theirs.text || undefined,
    };
    return { kind: "field" as const, name, isFrontMatter: true as const, ...values, lines: [line] };
  });
  return [
    ...fields.map((field) => ({ kind: "field" as const, ...field, lines: linesByOwner.get(field) ?? [] })),
    ...frontMatterOnly,
  ];
}
