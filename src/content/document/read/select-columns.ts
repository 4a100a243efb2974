import type { Steps } from "../../../platform/index.ts";
import { decodeEntities, type HtmlTag, matchAt, readHtmlTag } from "../../markdown/syntax/index.ts";
import { type ColumnType, plainText, type SelectOption } from "../model/index.ts";
import type { ReadContext } from "./context.ts";

/** The header of a column: the source of its title, and the options of a `<select>` in it. */
interface Header {
  readonly title: string;
  readonly options?: readonly SelectOption[] | undefined;
  readonly multiple: boolean;
}

const listTag = /<\/?(?:select|option)(?=[\s>/])/gi;

export function* readHeader(source: string, context: ReadContext): Steps<Header> {
  let options: SelectOption[] | undefined;
  let multiple = false;
  let title = "";
  let readTo = 0;
  for (const { index } of source.matchAll(listTag)) {
    const tag = index < readTo ? undefined : readHtmlTag(source, index);
    if (tag === undefined || (options === undefined && tag.name === "option")) continue;
    title += source.slice(readTo, index);
    readTo = tag.end;
    options ??= [];
    if (tag.isClosing) continue;
    if (tag.name === "select") multiple ||= tag.attributes.has("multiple");
    else {
      const option = readOption(source, tag);
      if (option.value !== "") options.push(option);
      readTo += option.length;
    }
    context.requireRoom(options.length);
    yield;
  }
  return { title: title + source.slice(readTo), options, multiple };
}

/** An option, whose label is an attribute or the text after the tag, and the length of that text. */
function readOption(
  source: string,
  { attributes, end }: HtmlTag,
): SelectOption & { readonly length: number } {
  const written = attributes.get("label");
  const text = written === undefined ? (matchAt(/[^<]*/y, source, end)?.[0] ?? "") : "";
  const label = written ?? decodeEntities(text).trim();
  const value = attributes.get("value") || label;
  return { value, label: label || value, color: attributes.get("color") || "default", length: text.length };
}

/** A column of options: those of its header or of its attributes, and others that its cells contain. */
export function* selectColumn(
  { options, multiple }: Header,
  attributes: HtmlTag["attributes"],
  cells: readonly string[],
  context: ReadContext,
): Steps<ColumnType> {
  const declared = options ?? parseOptions(attributes.get("data-options"));
  const all = new Map(declared.map(({ value, label, color }) => [value, { value, label, color }]));
  for (const cell of cells) {
    for (const { value, label } of selectedIn(cell, context))
      if (!all.has(value)) all.set(value, { value, label, color: "default" });
    yield;
  }
  return {
    type: "select",
    multiple: multiple || attributes.has("data-multiple"),
    options: [...all.values()],
  };
}

/** Options as JSON. */
function parseOptions(text: string | undefined): SelectOption[] {
  try {
    const options: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(options)) return [];
    return options.map((option) => ({
      value: String(option?.value),
      label: String(option?.label),
      color: String(option?.color),
    }));
  } catch {
    return [];
  }
}

const selected = /<span data-option="([^"<>]+)">([^<]*)<\/span>/g;

/** The selected options in a cell. Its text is an option if it has no elements for them. */
export function selectedIn(source: string, context: ReadContext): { value: string; label: string }[] {
  const spans = Array.from(source.matchAll(selected), ([, value = "", label = ""]) => ({
    value: decodeEntities(value),
    label: decodeEntities(label).replace(/, $/, ""),
  }));
  if (spans.length > 0) return spans;
  const text = plainText(context.readHtmlInlines(source)).trim();
  return text === "" ? [] : [{ value: text, label: text }];
}
