import type { Node } from "prosemirror-model";
import type { Data } from "../../model/document.ts";
import { schema } from "../../model/schema.ts";
import type { ColumnType } from "../../model/table.ts";

const { table_cell, paragraph, images, image } = schema.nodes;

/** An option of a column of choices. */
export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly color: string;
}

export const optionColors = ["red", "orange", "yellow", "green", "teal", "blue", "purple", "pink"];
export const columnTypes = [
  "text",
  "number",
  "checkbox",
  "select",
  "rating",
  "users",
  "files",
  "content-ref",
  "image",
] as const;
export type ColumnTypeName = (typeof columnTypes)[number];

/** The text of a cell of any column. */
export function cellText(cell: Node, { type, options }: ColumnType): string {
  if (type === "text" || cell.childCount > 0) return cell.textBetween(0, cell.content.size, "\n");
  const { value } = cell.attrs;
  if (value === undefined || value === null) return "";
  if (type === "checkbox") return value === true ? "Yes" : "No";
  if (type === "select") {
    const labels = new Map((options as SelectOption[]).map((option) => [option.value, option.label]));
    return listOf(value)
      .map((item) => labels.get(item) ?? item)
      .join(", ");
  }
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" ? addressOf(value) : String(value);
}

/** The values of a cell that may have several. */
export function listOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

type Reference = Data & { readonly kind: string };

/** The reference in a value, alone or of an image. */
export function referenceOf(value: unknown): Reference | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return ("ref" in value ? value.ref : value) as Reference;
}

function addressOf(value: object): string {
  const ref = referenceOf(value);
  return String(ref?.url ?? ref?.page ?? ref?.file ?? ref?.anchor ?? "");
}

/** What a column becomes that gets another type. Choices are made of the texts that the cells have. */
export function columnTypeFor(type: ColumnTypeName, before: ColumnType, cells: readonly Node[]): ColumnType {
  const multiple = before.multiple === true;
  if (type === "text") return { type, textAlignment: before.type === "number" ? "right" : "left" };
  if (type === "rating") return { type, max: 5 };
  if (type === "users") return { type, multiple: true };
  if (type !== "select") return { type };
  const texts = new Set(cells.map((cell) => cellText(cell, before).trim()).filter((text) => text !== ""));
  return { type, multiple, options: [...texts].map((label, i) => newOption(label, i)) };
}

export function newOption(label: string, index: number): SelectOption {
  const line = label.replaceAll("\n", " ");
  return { value: line, label: line, color: optionColors[index % optionColors.length] as string };
}

/** The cell with its value in a column of another type. A value that has no counterpart is left out. */
export function convertCell(cell: Node, before: ColumnType, after: ColumnType): Node {
  if (after.type === "text") return toTextCell(cell, before);
  return table_cell.create({ value: convertValue(cell, before, after) });
}

function toTextCell(cell: Node, before: ColumnType): Node {
  if (before.type === "text") return cell;
  const ref = referenceOf(cell.attrs.value);
  if (ref !== undefined && before.type === "image")
    return table_cell.create({ isBlank: true }, images.create(null, image.create({ data: { ref } })));
  const text = cellText(cell, before);
  const link = ref === undefined ? [] : [schema.mark("link", { data: { ref } })];
  return table_cell.create(
    { isBlank: true },
    paragraph.create(null, text === "" ? [] : schema.text(text, link)),
  );
}

function convertValue(cell: Node, before: ColumnType, after: ColumnType): unknown {
  const kept = cell.attrs.value;
  if (before.type === after.type && cell.childCount === 0) {
    const isSingle = after.multiple === false && Array.isArray(kept);
    return isSingle ? kept.slice(0, 1) : kept;
  }
  const references = ["content-ref", "image"];
  if (references.includes(after.type)) {
    const ref = before.type === "text" ? referenceIn(cell) : referenceFrom(kept, before);
    const isAllowed = after.type === "content-ref" || ref?.kind === "url" || ref?.kind === "file";
    return isAllowed ? ref : undefined;
  }
  if (after.type === "files") {
    const ref = before.type === "text" ? referenceIn(cell) : referenceOf(kept);
    return ref?.kind === "file" ? [String(ref.file)] : undefined;
  }
  if (after.type === "users") return peopleIn(cell);
  return valueOfText(cellText(cell, before).trim(), after);
}

function referenceFrom(value: unknown, { type }: ColumnType): Reference | undefined {
  const [file] = type === "files" ? listOf(value) : [];
  return file === undefined ? referenceOf(value) : { kind: "file", file };
}

/** The target of the first link in a text, its first image, or the address that it is. */
function referenceIn(cell: Node): Reference | undefined {
  let found: Reference | undefined;
  cell.descendants(({ marks, type, attrs }) => {
    const link = marks.find((mark) => mark.type.name === "link");
    found ??= link?.attrs.data.ref ?? (type === image ? attrs.data.ref : undefined);
    return found === undefined;
  });
  const text = cell.textContent.trim();
  return found ?? (/^https?:\/\/\S+$/.test(text) ? { kind: "url", url: text } : undefined);
}

function peopleIn(cell: Node): string[] | undefined {
  const people: string[] = [];
  cell.descendants(({ type, attrs }) => {
    if (type.name === "mention" && attrs.data.ref?.kind === "user") people.push(attrs.data.ref.user);
  });
  return people.length > 0 ? people : undefined;
}

/** The value that a text means in a column. */
export function valueOfText(text: string, { type, max, options, multiple }: ColumnType): unknown {
  if (text === "") return undefined;
  if (type === "checkbox") return /^(?:true|yes|y|x|1|on|done|checked|✓|✔|☑|✅)$/i.test(text);
  if (type === "number") return numberOf(text);
  if (type === "rating") {
    const stars = numberOf(text) ?? [...text].filter((character) => character === "★").length;
    return Math.max(0, Math.min(Math.round(stars), Number(max ?? 5)));
  }
  if (type === "content-ref" || type === "image")
    return /^https?:\/\/\S+$/.test(text) ? { kind: "url", url: text } : undefined;
  return type === "select" ? chosenOf(text, options as SelectOption[], multiple === true) : undefined;
}

function chosenOf(text: string, options: readonly SelectOption[], isMultiple: boolean): string[] | undefined {
  const find = (label: string) =>
    options.find((option) => option.label.toLowerCase() === label.trim().replaceAll("\n", " ").toLowerCase());
  const labels = find(text) || !isMultiple ? [text] : text.split(",");
  const values = labels.flatMap((label) => find(label)?.value ?? []);
  return values.length > 0 ? values : undefined;
}

/** A number as people write it: with spaces, and with commas or points for thousands. */
export function numberOf(text: string): number | undefined {
  const compact = text.replace(/[\s'’%$€£]/g, "");
  const isGrouped = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(compact);
  const isGroupedByPoints = /^[-+]?\d{1,3}(?:\.\d{3})+,\d+$/.test(compact);
  const plain = isGrouped
    ? compact.replaceAll(",", "")
    : isGroupedByPoints
      ? compact.replaceAll(".", "").replace(",", ".")
      : compact.replace(/^([-+]?\d+),(\d+)$/, "$1.$2");
  const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}
