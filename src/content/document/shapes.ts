import { badInput } from "../../platform/index.ts";
import { isEmoji } from "../model/index.ts";
import type { Check } from "./check-values.ts";
import * as check from "./check-values.ts";
import { anchorPattern, type BlockType, hintStyles, type InlineType } from "./model/index.ts";

/** What a kind of node holds: its data, and what may be inside. */
export interface Shape {
  readonly data: Readonly<Record<string, Check>>;
  /** Text, only words, any blocks, or blocks of these types; nothing where it is left out. */
  readonly inside?: "text" | "words" | "blocks" | readonly BlockType[];
  /** The fragments that it has, by name. */
  readonly fragments?: Readonly<Record<string, "text" | "blocks">>;
}

const align = { align: check.optional(check.word(["start", "center", "end"])) };
const fullWidth = { fullWidth: check.optional(check.onlyTrue) };
const icon = check.matching(
  /^[a-z0-9-]{1,50}$/,
  "must be the name of an icon: small letters, digits, hyphens",
);
const image = {
  ref: check.reference(["url", "file"]),
  refDark: check.optional(check.reference(["url", "file"])),
};
const anchor = check.matching(anchorPattern, "must be made of small letters, digits and -.+_");
const heading: Shape = { inside: "text", data: { id: check.optional(anchor), ...align } };
const name = check.matching(/^[A-Za-z0-9_.-]{1,100}$/, "must be made of letters, digits and _.-");
const method: Check = (value, path) => check.string(value, path).toLowerCase();
const operation = { path: check.string, method, ref: check.reference(["openapi"]) };

const formula: Check = (value, path) => {
  const text = check.string(value, path);
  if (/^[ \t]*\$\$[ \t]*$/m.test(text)) throw badInput(path, "must not have a line of two dollars");
  return text;
};

const expression: Check = (value, path) => {
  const text = check.filled(value, path).trim();
  if (/\n|%\}/.test(text)) throw badInput(path, "must be on one line, without %}");
  return text;
};

const emoji: Check = (value, path) => {
  const code = check.string(value, path).toLowerCase();
  if (!isEmoji(code))
    throw badInput(path, "must be the code points of an emoji in hexadecimal, joined by hyphens");
  return code;
};

const start: Check = (value, path) => {
  if (!Number.isInteger(value) || Number(value) < 0 || Number(value) > 999_999_999)
    throw badInput(path, "must be an integer from 0 to 999999999");
  return value === 1 ? undefined : Number(value);
};

const props: Check = (value, path) => {
  const entries = Object.entries(check.object(value, path));
  for (const [key] of entries)
    if (!/^[A-Za-z_$][A-Za-z0-9_.$-]*$/.test(key))
      throw badInput(`${path}.${key}`, "must not have such a name");
  return Object.fromEntries(entries.map(([key, inner]) => [key, check.json(inner, path) ?? null]));
};

const schemas: Check = (value, path) =>
  check
    .array(value, path)
    .map((each, i) => check.matching(/^[^,\n]+$/, "must be a name")(each, `${path}[${i}]`));

export const inlineShapes: Readonly<Record<InlineType, Shape>> = {
  link: { inside: "words", data: { ref: check.reference(), title: check.optional(check.words) } },
  emoji: { data: { code: emoji } },
  icon: { data: { icon } },
  expression: { data: { expression: check.filled } },
  "inline-math": { data: { formula: check.filled } },
  "inline-image": {
    data: {
      ...image,
      alt: check.optional(check.words),
      caption: check.optional(check.words),
      size: check.optional(check.word(["original", "line"])),
    },
  },
  annotation: { inside: "words", data: {}, fragments: { "annotation-body": "blocks" } },
  mention: { data: { ref: check.reference() } },
  button: {
    data: {
      label: check.filled,
      kind: check.word(["primary", "secondary"]),
      icon: check.optional(icon),
      ref: check.reference(),
    },
  },
};

/** Tables have a shape of their own: see `check-table.ts`. */
export const blockShapes: Readonly<Record<Exclude<BlockType, "table">, Shape>> = {
  paragraph: { inside: "text", data: align },
  "heading-1": heading,
  "heading-2": heading,
  "heading-3": heading,
  "list-ordered": { inside: ["list-item"], data: { start: check.optional(start) } },
  "list-unordered": { inside: ["list-item"], data: {} },
  "list-tasks": { inside: ["list-item"], data: {} },
  "list-item": { inside: "blocks", data: { checked: check.optional(check.flag) } },
  divider: { data: {} },
  blockquote: { inside: "blocks", data: {} },
  hint: {
    inside: "blocks",
    data: { style: check.word(hintStyles), icon: check.optional(icon) },
  },
  if: { inside: "blocks", data: { expression } },
  images: {
    inside: ["image"],
    data: { align: check.optional(check.word(["center", "left", "right"])), ...fullWidth },
  },
  image: {
    data: {
      ...image,
      width: check.optional(check.length),
      height: check.optional(check.length),
      alt: check.optional(check.words),
    },
    fragments: { caption: "text" },
  },
  file: { data: { ref: check.reference(["file"]) }, fragments: { caption: "text" } },
  drawing: { data: { ref: check.optional(check.reference(["file"])) } },
  embed: { data: { url: check.filled, ...fullWidth }, fragments: { caption: "text" } },
  code: {
    inside: ["code-line"],
    data: {
      syntax: check.optional(check.matching(/^[^\s"<>]{0,100}$/, "must be one word")),
      info: check.optional(check.words),
      title: check.optional(check.words),
      overflow: check.optional(check.word(["scroll", "wrap"])),
      lineNumbers: check.optional(check.onlyTrue),
      ...fullWidth,
    },
  },
  "code-line": { inside: "text", data: { highlighted: check.optional(check.onlyTrue) } },
  math: { data: { formula } },
  expandable: { data: {}, fragments: { "expandable-title": "text", "expandable-body": "blocks" } },
  tabs: { inside: ["tabs-item"], data: fullWidth },
  "tabs-item": { inside: "blocks", data: { title: check.optional(check.words), icon: check.optional(icon) } },
  swagger: {
    data: {
      path: check.string,
      method,
      ref: check.filledReference(["file", "url"]),
      expanded: check.optional(check.onlyTrue),
      ...fullWidth,
    },
  },
  "openapi-operation": { data: operation },
  "openapi-schemas": {
    data: { schemas, grouped: check.optional(check.flag), ref: check.reference(["openapi"]) },
  },
  "openapi-webhook": {
    data: { name: check.string, method, ref: check.reference(["openapi"]) },
  },
  "content-ref": { data: { ref: check.filledReference() } },
  integration: {
    data: { integration: name, block: name, props, url: check.optional(check.words), ...fullWidth },
  },
  "reusable-content": { data: { ref: check.reference(["reusable-content"]) } },
  stepper: { inside: ["stepper-step"], data: {} },
  "stepper-step": { inside: "blocks", data: { icon: check.optional(icon) } },
  columns: { inside: ["column"], data: fullWidth },
  column: {
    inside: "blocks",
    data: {
      width: check.optional(check.length),
      verticalAlignment: check.optional(check.word(["top", "middle", "bottom"])),
    },
  },
};

/** Blocks that are only parts of others. */
export const parts: ReadonlySet<BlockType> = new Set<BlockType>([
  "list-item",
  "image",
  "code-line",
  "tabs-item",
  "stepper-step",
  "column",
]);
