import { type MarkSpec, type NodeSpec, Schema } from "prosemirror-model";

/**
 * The document of the API as a schema of ProseMirror: a node for each type of block, with the same name except that hyphens are
 * underscores. `key` and `data` are attributes.
 */

/** The name of a type in the schema, where hyphens have a meaning, and `code` is a mark. */
export function nodeName(type: string): string {
  return type === "code" ? "code_block" : type.replaceAll("-", "_");
}

export function blockType(name: string): string {
  return name === "code_block" ? "code" : name.replaceAll("_", "-");
}

const block: NodeSpec = {
  attrs: { key: { default: null }, data: { default: {} }, meta: { default: null } },
};
const standalone: NodeSpec = { ...block, group: "block" };

/** Line breaks in paragraphs are characters. */
const text: NodeSpec = { ...standalone, content: "inline*", whitespace: "pre" };
const container: NodeSpec = { ...standalone, content: "block+", defining: true };
const part: NodeSpec = { ...block, content: "block+", defining: true };
const atom: NodeSpec = { ...standalone, atom: true, draggable: true };

/** A fragment of a block, such as a caption. */
function fragment(content: string): NodeSpec {
  return {
    content,
    attrs: { key: { default: null }, name: { default: null } },
    defining: true,
    isolating: true,
  };
}

/** The blocks that a cell of a table may contain. */
const cellContent =
  "(paragraph | heading_1 | heading_2 | heading_3 | list_ordered | list_unordered | list_tasks | blockquote | divider | code_block | images)*";

const blocks = {
  paragraph: text,
  heading_1: { ...text, defining: true },
  heading_2: { ...text, defining: true },
  heading_3: { ...text, defining: true },
  list_unordered: { ...standalone, content: "list_item+" },
  list_ordered: { ...standalone, content: "list_item+" },
  list_tasks: { ...standalone, content: "list_item+" },
  list_item: part,
  blockquote: container,
  hint: container,
  if: container,
  divider: atom,
  code_block: { ...standalone, content: "code_line+", defining: true, isolating: true },
  code_line: { ...block, content: "inline*", whitespace: "pre", code: true },
  images: { ...standalone, content: "image+", draggable: true, isolating: true },
  image: { ...block, content: "caption?", isolating: true },
  file: { ...standalone, content: "caption?", draggable: true, isolating: true },
  embed: { ...standalone, content: "caption?", draggable: true, isolating: true },
  caption: fragment("paragraph+"),
  expandable: { ...standalone, content: "expandable_title expandable_body", isolating: true },
  expandable_title: fragment("paragraph"),
  expandable_body: fragment("block+"),
  tabs: { ...standalone, content: "tabs_item+", isolating: true },
  tabs_item: { ...part, isolating: true },
  stepper: { ...standalone, content: "stepper_step+" },
  stepper_step: { ...part, isolating: true },
  columns: { ...standalone, content: "column+", isolating: true },
  column: { ...part, isolating: true },
  updates: { ...standalone, content: "update+" },
  update: { ...part, isolating: true },
  prompt: { ...standalone, content: "code_block", isolating: true },
  table: { ...standalone, content: "table_head table_row*", isolating: true },
  table_head: { content: "table_title+" },
  // The title of a column has all that is known of the column: see `ColumnAttributes`.
  table_title: {
    content: "inline*",
    attrs: {
      id: { default: null },
      title: { default: "" },
      fragment: { default: null },
      data: { default: { type: "text", textAlignment: "left" } },
      isHidden: { default: false },
      width: { default: null },
      roles: { default: [] },
    },
    isolating: true,
  },
  table_row: {
    content: "table_cell+",
    attrs: { id: { default: null }, orderIndex: { default: null } },
  },
  // Cells of text have blocks; `value` is that of all others, and undefined if it is not set. The document has no blocks for a
  // blank cell: its paragraph is there to be written in.
  table_cell: {
    content: cellContent,
    attrs: {
      value: { default: undefined },
      fragment: { default: null },
      key: { default: null },
      isBlank: { default: false },
    },
    isolating: true,
  },
  math: atom,
  drawing: atom,
  swagger: atom,
  openapi_operation: atom,
  openapi_schemas: atom,
  openapi_webhook: atom,
  content_ref: atom,
  integration: atom,
  reusable_content: atom,
} satisfies Record<string, NodeSpec>;

const inline: NodeSpec = {
  inline: true,
  group: "inline",
  atom: true,
  draggable: true,
  attrs: { data: { default: {} } },
};

const inlines = {
  emoji: inline,
  icon: inline,
  expression: inline,
  inline_math: inline,
  inline_image: inline,
  mention: inline,
  button: inline,
} satisfies Record<string, NodeSpec>;

/** What this schema does not know keeps its JSON, and can be moved, copied and deleted. */
const opaque = {
  opaque_block: { ...atom, attrs: { key: { default: null }, json: {} } },
  opaque_inline: { ...inline, attrs: { json: {} } },
  // The blocks of a conflict with the primary content. `key` is that of the first one, unless it is a copy.
  conflict: { ...atom, attrs: { key: { default: null }, blocks: {} } },
} satisfies Record<string, NodeSpec>;

/** The types of links and annotations: inline nodes of the document that hold text. Here they are marks of that text. */
export const spanningInlines = ["link", "annotation"];

/** `position` distinguishes neighbours with equal data. New ones have none. */
const spanning: MarkSpec = {
  attrs: { data: { default: {} }, fragments: { default: null }, position: { default: null } },
  inclusive: false,
  excludes: spanningInlines.join(" "),
};

/** In the order in which the server lists the marks of a text. */
const marks = {
  link: spanning,
  annotation: spanning,
  bold: {},
  italic: {},
  strikethrough: {},
  code: { code: true },
  keyboard: {},
  superscript: {},
  subscript: {},
  color: { attrs: { data: {} } },
} satisfies Record<string, MarkSpec>;

export const schema = new Schema({
  nodes: {
    doc: { content: "block+", attrs: { data: { default: {} } } },
    ...blocks,
    text: { group: "inline" },
    ...inlines,
    ...opaque,
  },
  marks,
});
