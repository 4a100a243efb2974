import {
  faCaretRight,
  faCircleInfo,
  faCode,
  faFolderOpen,
  faHeading,
  faListCheck,
  faListOl,
  faListUl,
  faParagraph,
  faQuoteLeft,
  faStairs,
  faTableColumns,
  type IconDefinition,
} from "@fortawesome/free-solid-svg-icons";
import { Fragment, type Node, type NodeType } from "prosemirror-model";
import type { EditorState, Transaction } from "prosemirror-state";
import { words } from "../../words/index.ts";
import { schema } from "../model/schema.ts";
import type { BlockRange } from "./block-range.ts";
import { selectAt } from "./select-block.ts";

const { nodes } = schema;
const { paragraph, code_block, code_line, list_item, list_tasks, expandable } = nodes;
const lists: readonly NodeType[] = [nodes.list_unordered, nodes.list_ordered, list_tasks];

/** Something that blocks can be turned into. */
export interface Target {
  readonly label: string;
  readonly icon: IconDefinition;
  readonly type: NodeType;
  /** The blocks that replace the given ones, with their text and marks. */
  readonly build: (blocks: readonly Node[]) => readonly Node[];
}

const texts = words.editor.blocks;

export const targets: readonly Target[] = [
  textTarget(paragraph, texts.paragraph, faParagraph),
  textTarget(nodes.heading_1, texts.heading1, faHeading),
  textTarget(nodes.heading_2, texts.heading2, faHeading),
  textTarget(nodes.heading_3, texts.heading3, faHeading),
  listTarget(nodes.list_unordered, texts.list, faListUl),
  listTarget(nodes.list_ordered, texts.numbered, faListOl),
  listTarget(list_tasks, texts.tasks, faListCheck),
  wrapTarget(nodes.blockquote, texts.quote, faQuoteLeft, {}),
  wrapTarget(nodes.hint, words.editorMenus.targets.hint, faCircleInfo, { style: "info" }),
  { label: texts.code, icon: faCode, type: code_block, build: toCode },
  { label: words.editorMenus.targets.expandable, icon: faCaretRight, type: expandable, build: toExpandable },
  { label: words.editorMenus.targets.tabs, icon: faFolderOpen, type: nodes.tabs, build: toTabs },
  { label: words.editorMenus.targets.stepper, icon: faStairs, type: nodes.stepper, build: toSteps },
  { label: words.editorMenus.targets.columns, icon: faTableColumns, type: nodes.columns, build: toColumns },
];

/** Turns blocks into others; undefined if the place does not allow it. */
export function turnInto(state: EditorState, range: BlockRange, target: Target): Transaction | undefined {
  const $from = state.doc.resolve(range.from);
  const { parent } = $from;
  // All items of a list have its type.
  if (lists.includes(parent.type) && lists.includes(target.type)) {
    const whole = { from: $from.before(), to: $from.after(), nodes: [parent] };
    const tr = turnInto(state, whole, target);
    return tr?.setSelection(state.selection.map(tr.doc, tr.mapping.slice(tr.mapping.maps.length)));
  }
  const isPart = range.nodes.some(({ type }) => type.spec.group !== "block");
  const sources = isPart ? [parent.copy(Fragment.from(range.nodes))] : range.nodes;
  const built = withKey(target.build(sources), sources);
  if (!isPart) return replaceBlocks(state, range.from, range.to, built);
  // What remains of the list stays around them.
  const first = $from.index();
  const before = parent.children.slice(0, first);
  const after = parent.children.slice(first + range.nodes.length);
  const rest = [
    ...(before.length > 0 ? [parent.copy(Fragment.from(before))] : []),
    ...built,
    ...(after.length > 0 ? [continued(parent, before.length + range.nodes.length, after)] : []),
  ];
  const tr = replaceBlocks(state, $from.before(), $from.after(), rest);
  const offset = before.length > 0 ? (rest[0]?.nodeSize ?? 0) : 0;
  return tr && selectAt(tr, $from.before() + offset);
}

/** The targets that make sense for blocks: not what they are already, and only what is allowed there. */
export function targetsFor(state: EditorState, range: BlockRange): Target[] {
  const $from = state.doc.resolve(range.from);
  const types = new Set([...range.nodes.map(({ type }) => type), $from.parent.type]);
  const hasText = range.nodes.some((node) => node.textContent !== "" || node.isTextblock || !node.isAtom);
  if (!hasText || range.nodes.every(({ type }) => keptWhole.has(type.name))) return [];
  return targets.filter((target) => !types.has(target.type) && turnInto(state, range, target) !== undefined);
}

/** Blocks that are more than their text. */
const keptWhole = new Set(["table", "images", "file", "embed", "prompt", "updates", "update"]);

function replaceBlocks(
  { doc, tr }: EditorState,
  from: number,
  to: number,
  blocks: readonly Node[],
): Transaction | undefined {
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  const fragment = Fragment.from(blocks);
  if (blocks.length === 0 || !$from.parent.canReplace($from.index(), $to.index(), fragment)) return undefined;
  return selectAt(tr.replaceWith(from, to, fragment), from);
}

/** The second part of a list that was split. Numbers go on. */
function continued(list: Node, index: number, items: readonly Node[]): Node {
  const { data } = list.attrs;
  const start = list.type === nodes.list_ordered ? { start: (data.start ?? 1) + index } : {};
  return list.type.create({ ...list.attrs, key: null, data: { ...data, ...start } }, items);
}

/** One block that takes the place of another keeps its key. */
function withKey(built: readonly Node[], sources: readonly Node[]): readonly Node[] {
  const [first, ...others] = built;
  const [source] = sources;
  if (first === undefined || source === undefined || others.length > 0 || sources.length > 1) return built;
  return [first.type.create({ ...first.attrs, key: source.attrs.key ?? null }, first.content, first.marks)];
}

/** The blocks inside of blocks around others; other blocks as they are. */
function unwrap(node: Node): readonly Node[] {
  switch (node.type.name) {
    case "blockquote":
    case "hint":
    case "if":
    case "stepper_step":
    case "column":
      return node.children;
    case "expandable": {
      const [title, body] = node.children;
      const titles = (title?.children ?? []).filter(({ childCount }) => childCount > 0);
      return [...titles, ...(body?.children ?? [])];
    }
    case "tabs_item": {
      const { title } = node.attrs.data;
      return [...(title ? [paragraph.create(null, schema.text(title))] : []), ...node.children];
    }
    case "tabs":
    case "stepper":
    case "columns":
      return node.children.flatMap(unwrap);
    case "code_block": {
      const text = node.children.map(({ textContent }) => textContent).join("\n");
      return [paragraph.create(null, text === "" ? null : schema.text(text))];
    }
    default:
      return [node];
  }
}

/** The blocks without the lists around them. */
function flatten(blocks: readonly Node[]): Node[] {
  return blocks.flatMap(unwrap).flatMap((node) => {
    if (!lists.includes(node.type)) return [node];
    return flatten(node.children.flatMap(({ children }) => children));
  });
}

function textTarget(type: NodeType, label: string, icon: IconDefinition): Target {
  const build = (blocks: readonly Node[]) =>
    flatten(blocks).map((node) => {
      if (!node.isTextblock) return node;
      const { align } = node.attrs.data;
      return type.create({ data: align === undefined ? {} : { align } }, node.content);
    });
  return { label, icon, type, build };
}

function listTarget(type: NodeType, label: string, icon: IconDefinition): Target {
  const data = (item?: Node) => (type === list_tasks ? { checked: item?.attrs.data.checked === true } : {});
  const build = (blocks: readonly Node[]) => {
    const items = blocks
      .flatMap(unwrap)
      .flatMap((node) =>
        lists.includes(node.type)
          ? node.children.map((item) => item.type.create({ ...item.attrs, data: data(item) }, item.content))
          : [list_item.create({ data: data() }, asParagraph(node))],
      );
    return [type.create(null, items)];
  };
  return { label, icon, type, build };
}

/** Headings become text where they would not be headings. */
function asParagraph(node: Node): Node {
  return node.isTextblock ? paragraph.create(null, node.content) : node;
}

function wrapTarget(type: NodeType, label: string, icon: IconDefinition, data: object): Target {
  return { label, icon, type, build: (blocks) => [type.create({ data }, blocks.flatMap(unwrap))] };
}

function toCode(blocks: readonly Node[]): readonly Node[] {
  const lines = flatten(blocks).flatMap((node) => node.textBetween(0, node.content.size, "\n").split("\n"));
  const content = lines.map((line) => code_line.create(null, line === "" ? null : schema.text(line)));
  return [code_block.create({ data: {} }, content)];
}

function toExpandable(blocks: readonly Node[]): readonly Node[] {
  const [first, ...rest] = blocks.flatMap(unwrap);
  const isTitle = first?.isTextblock === true;
  const body = isTitle ? rest : blocks.flatMap(unwrap);
  return [
    expandable.create(null, [
      nodes.expandable_title.create(null, isTitle ? asParagraph(first) : paragraph.create()),
      nodes.expandable_body.create(null, body.length > 0 ? body : [paragraph.create()]),
    ]),
  ];
}

function toTabs(blocks: readonly Node[]): readonly Node[] {
  const data = { title: words.editorMenus.targets.newTab };
  return [nodes.tabs.create(null, [nodes.tabs_item.create({ data }, blocks.flatMap(unwrap))])];
}

/** Each item of a list is a step. */
function toSteps(blocks: readonly Node[]): readonly Node[] {
  const contents = blocks.flatMap((node) => {
    if (lists.includes(node.type)) return node.children.map(({ children }) => children);
    if (node.type === nodes.tabs) return node.children.map(unwrap);
    return [unwrap(node)];
  });
  return [
    nodes.stepper.create(
      null,
      contents.map((content) => nodes.stepper_step.create(null, content)),
    ),
  ];
}

function toColumns(blocks: readonly Node[]): readonly Node[] {
  const column = (content: readonly Node[]) => nodes.column.create(null, content);
  return [nodes.columns.create(null, [column(blocks.flatMap(unwrap)), column([paragraph.create()])])];
}
