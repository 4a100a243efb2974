import { badInput, words } from "../../../platform/index.ts";
import { oneLine } from "../../markdown/syntax/index.ts";
import { isEmoji } from "../../model/index.ts";
import { anchorPattern } from "./anchors.ts";
import { definedFields } from "./build.ts";
import {
  array,
  boolean,
  type Field,
  flag,
  json,
  length,
  matching,
  nonEmptyReference,
  nonEmptyString,
  object,
  oneOf,
  optional,
  reference,
  string,
  text,
} from "./fields.ts";
import type { TableData } from "./table.ts";
import { date, tagRefs } from "./updates.ts";

export const colors = words(
  "default green blue red orange yellow purple $primary $info $success $warning $danger",
);
export type Color = (typeof colors)[number];

export interface NodeSchema {
  readonly data: Readonly<Record<string, Field<unknown>>>;
  /** Inline nodes, the text of a link, any blocks, one block of code, or blocks of the listed types. Absent for a node without children. */
  readonly children?: "text" | "link-text" | "blocks" | "one-code" | readonly string[];
  readonly fragments?: Readonly<Record<string, "text" | "blocks">>;
  /** The fields of which exactly one must be set. */
  readonly alternatives?: readonly string[];
}

type DataOf<Schema extends NodeSchema> = {
  readonly [Name in keyof Schema["data"] as undefined extends ReturnType<Schema["data"][Name]>
    ? never
    : Name]: ReturnType<Schema["data"][Name]>;
} & {
  readonly [Name in keyof Schema["data"] as undefined extends ReturnType<Schema["data"][Name]>
    ? Name
    : never]?: ReturnType<Schema["data"][Name]>;
};

const align = { align: optional(oneOf(["start", "center", "end"])) };
const imageAlign = optional(oneOf(["center", "left", "right"]));
const fullWidth = { fullWidth: flag };
const iconName = matching(
  /^[a-z0-9-]{1,50}$/,
  "must be an icon name of lowercase letters, digits and hyphens",
);
const icon = optional(iconName);
const imageRefs = { ref: reference("url", "file"), refDark: optional(reference("url", "file")) };
const anchor = matching(anchorPattern, "must consist of lowercase letters, digits and -.+_");
const heading = { children: "text", data: { id: optional(anchor), ...align } } as const;
const name = matching(/^[A-Za-z0-9_.-]{1,100}$/, "must consist of letters, digits and _.-");
const method: Field<string> = (value, path) => string(value, path).toLowerCase();
const caption = { caption: "text" } as const;

const formula: Field<string> = (value, path) => {
  const lines = string(value, path);
  if (/^[ \t]*\$\$[ \t]*$/m.test(lines)) throw badInput(path, "must not contain a line of two dollar signs");
  return lines;
};

const condition: Field<string> = (value, path) => {
  const expression = nonEmptyString(value, path).trim();
  if (/\n|%\}/.test(expression)) throw badInput(path, "must be on one line, without %}");
  return expression;
};

const emoji: Field<string> = (value, path) => {
  const code = string(value, path).toLowerCase();
  if (!isEmoji(code))
    throw badInput(path, "must be the code points of an emoji in hexadecimal, joined by hyphens");
  return code;
};

const start: Field<number | undefined> = optional((value, path) => {
  if (!Number.isInteger(value) || Number(value) < 0 || Number(value) > 999_999_999)
    throw badInput(path, "must be an integer from 0 to 999999999");
  return value === 1 ? undefined : Number(value);
});

const lineCount: Field<number | undefined> = optional((value, path) => {
  if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > 999_999)
    throw badInput(path, "must be an integer from 1 to 999999");
  return Number(value);
});

/** What a button without a destination does: it opens a question or a search, or selects the tabs with a slug. */
export type ButtonAction =
  | { readonly action: "ask" | "search"; readonly query?: string | undefined }
  | { readonly action: "select"; readonly slug: string };

const action: Field<ButtonAction> = (value, path) => {
  const fields = object(value, path);
  const name = oneOf(["ask", "search", "select"])(fields.action, `${path}.action`);
  if (name === "select") return { action: name, slug: oneLine(nonEmptyString(fields.slug, `${path}.slug`)) };
  const query = text(fields.query, `${path}.query`);
  return definedFields({ action: name, query: query && oneLine(query) });
};

const props: Field<Readonly<Record<string, ReturnType<typeof json>>>> = (value, path) => {
  const entries = Object.entries(object(value, path));
  for (const [key] of entries)
    if (!/^[A-Za-z_$][A-Za-z0-9_.$-]*$/.test(key))
      throw badInput(`${path}.${key}`, "is not a valid property name");
  return Object.fromEntries(entries.map(([key, inner]) => [key, json(inner, path) ?? null]));
};

const schemaNames: Field<readonly string[]> = (value, path) =>
  array(value, path).map((name, i) => matching(/^[^\n]+$/, "must be a name")(name, `${path}[${i}]`));

export const buttonSizes = ["small", "medium", "large"] as const;

export const inlineSchemas = {
  link: { children: "link-text", data: { ref: reference(), title: text } },
  emoji: { data: { code: emoji } },
  icon: { data: { icon: iconName, color: optional(oneOf(colors)) } },
  expression: { data: { expression: nonEmptyString } },
  "inline-math": { data: { formula: nonEmptyString } },
  "inline-image": {
    data: { ...imageRefs, alt: text, caption: text, size: optional(oneOf(["original", "line"])) },
  },
  annotation: { children: "link-text", data: {}, fragments: { "annotation-body": "blocks" } },
  mention: { data: { ref: reference() } },
  button: {
    data: {
      label: (value, path) => oneLine(string(value, path)),
      kind: oneOf(["primary", "secondary"]),
      size: optional(oneOf(buttonSizes)),
      icon,
      ref: optional(reference()),
      action: optional(action),
    },
    alternatives: ["ref", "action"],
  },
} as const satisfies Record<string, NodeSchema>;

export const hintStyles = ["info", "warning", "danger", "success"] as const;
export const dateFormats = ["full", "short", "numeric"] as const;
export const expansions = ["hidden", "partial", "full"] as const;

export const blockSchemas = {
  paragraph: { children: "text", data: align },
  "heading-1": heading,
  "heading-2": heading,
  "heading-3": heading,
  "list-ordered": { children: ["list-item"], data: { start } },
  "list-unordered": { children: ["list-item"], data: {} },
  "list-tasks": { children: ["list-item"], data: {} },
  "list-item": { children: "blocks", data: { checked: optional(boolean) } },
  divider: { data: {} },
  blockquote: { children: "blocks", data: {} },
  hint: { children: "blocks", data: { style: oneOf(hintStyles), icon } },
  if: { children: "blocks", data: { expression: condition } },
  images: { children: ["image"], data: { align: imageAlign, withFrame: flag, ...fullWidth } },
  image: { data: { ...imageRefs, width: length, height: length, alt: text }, fragments: caption },
  file: { data: { ref: reference("file") }, fragments: caption },
  drawing: { data: { ref: optional(reference("file")) } },
  embed: { data: { url: nonEmptyString, ...fullWidth }, fragments: caption },
  code: {
    children: ["code-line"],
    data: {
      syntax: optional(matching(/^[^\s"<>]{0,100}$/, "must be a single word")),
      info: text,
      title: text,
      overflow: optional(oneOf(["scroll", "wrap"])),
      lineNumbers: flag,
      expandable: flag,
      collapsedLineCount: lineCount,
      ...fullWidth,
    },
  },
  "code-line": { children: "text", data: { highlighted: flag } },
  math: { data: { formula } },
  expandable: {
    data: { defaultExpanded: flag },
    fragments: { "expandable-title": "text", "expandable-body": "blocks" },
  },
  tabs: { children: ["tabs-item"], data: fullWidth },
  "tabs-item": { children: "blocks", data: { title: text, icon, slug: text } },
  // `check-table.ts` checks the data of a table.
  table: { data: {} },
  swagger: {
    data: { path: string, method, ref: nonEmptyReference("file", "url"), expanded: flag, ...fullWidth },
  },
  "openapi-operation": { data: { path: string, method, ref: reference("openapi") } },
  "openapi-schemas": {
    data: { schemas: schemaNames, grouped: optional(boolean), title: text, ref: reference("openapi") },
  },
  "openapi-webhook": { data: { name: string, method, ref: reference("openapi") } },
  "content-ref": { data: { ref: nonEmptyReference() } },
  integration: { data: { integration: name, block: name, props, url: text, ...fullWidth } },
  "reusable-content": { data: { ref: reference("reusable-content") } },
  stepper: { children: ["stepper-step"], data: {} },
  "stepper-step": { children: "blocks", data: { icon } },
  updates: {
    children: ["update"],
    data: { format: (value, path) => oneOf(dateFormats)(value ?? "full", path) },
  },
  update: { children: "blocks", data: { date, tags: tagRefs } },
  prompt: {
    children: "one-code",
    data: {
      description: (value, path) => oneLine(string(value ?? "", path)),
      icon,
      openInAIProviders: flag,
      defaultExpanded: optional(oneOf(expansions)),
    },
  },
  columns: { children: ["column"], data: fullWidth },
  column: {
    children: "blocks",
    data: { width: length, verticalAlignment: optional(oneOf(["top", "middle", "bottom"])) },
  },
} as const satisfies Record<string, NodeSchema>;

export type BlockData = {
  [T in keyof typeof blockSchemas]: T extends "table" ? TableData : DataOf<(typeof blockSchemas)[T]>;
};
export type InlineData = { [T in keyof typeof inlineSchemas]: DataOf<(typeof inlineSchemas)[T]> };

/** The block types that are allowed only as children of certain other blocks, such as list items. */
export const partTypes: ReadonlySet<string> = new Set(
  Object.values<NodeSchema>(blockSchemas).flatMap(({ children }) =>
    Array.isArray(children) ? children : [],
  ),
);
