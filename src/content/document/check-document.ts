import { badInput } from "../../platform/index.ts";
import { maxDepth } from "../markdown/syntax/index.ts";
import { checkTable } from "./check-table.ts";
import {
  type Block,
  type BlockOf,
  type BlockType,
  blockSchemas,
  blockTypes,
  colors,
  type Document,
  type DocumentData,
  type Fragment,
  fields,
  fragment,
  type Inline,
  inlineSchemas,
  inlineTypes,
  type Leaf,
  leaf,
  linkTextInlines,
  type Mark,
  mergeTexts,
  type Node,
  type NodeSchema,
  nonEmptyBlocks,
  partTypes,
  plainMarks,
  type Text,
  text,
  textOf,
  toLinkText,
} from "./model/index.ts";
import { mergeMarks } from "./read/index.ts";

/** Checks a document that a client sent. What is not known is left out; what is wrong is refused, and named. */
export function checkDocument(value: unknown, path: string): Document {
  const document = fields.object(value, path);
  fields.oneOf(["document"])(document.object, `${path}.object`);
  const nodes = fields.array(document.nodes, `${path}.nodes`);
  return {
    object: "document",
    data: documentData(document.data, `${path}.data`),
    nodes: nodes.map((node, i) => checkBlock(node, `${path}.nodes[${i}]`, 1)),
  };
}

function documentData(value: unknown, path: string): DocumentData {
  const { frontMatter } = value === undefined ? {} : fields.object(value, path);
  if (frontMatter === undefined) return {};
  const lines = fields.string(frontMatter, `${path}.frontMatter`);
  if (/^---[ \t]*$/m.test(lines)) throw badInput(`${path}.frontMatter`, "must not have a line of dashes");
  return { frontMatter: lines };
}

/** The blocks that are not parts of others. */
const wholeBlocks = blockTypes.filter((type) => !partTypes.has(type));

/** A block at a place where it may be any, or one of these types. */
function checkBlock(value: unknown, path: string, depth: number, types?: readonly BlockType[]): Block {
  const node = fields.object(value, path);
  fields.oneOf(["block"])(node.object, `${path}.object`);
  const allowed = types ?? wholeBlocks;
  const type = fields.oneOf(allowed)(node.type, `${path}.type`);
  if (type === "table")
    return checkTable(node, path, (inner, at, inCells) => checkBlock(inner, at, depth + 1, inCells));
  const schema: NodeSchema = blockSchemas[type];
  // A document that is nested deeper could not be read again from Markdown. A list counts together with its item.
  const isContainer = schema.children === "blocks" || type === "expandable";
  if (isContainer && depth >= (type === "list-item" ? maxDepth + 1 : maxDepth))
    throw badInput(path, "is nested too deeply");
  const data = checkData(schema, node.data, `${path}.data`);
  const fragments = checkFragments(schema, node.fragments, path, depth);
  const nodes = schema.children && checkChildren(schema, node.nodes, `${path}.nodes`, depth);
  const checked = { object: "block", type, isVoid: nodes === undefined, data } as Block;
  if (nodes === undefined) return fragments === undefined ? checked : { ...checked, fragments };
  return { ...checked, nodes: type.startsWith("list-") ? withCheckboxes(type, nodes) : nodes };
}

/** If no item of a task list has a checkbox, all get an open one. Items of an ordered list have none. */
function withCheckboxes(type: BlockType, items: readonly Node[]): readonly Node[] {
  const isTask = (item: Node) => isItem(item) && item.data.checked !== undefined;
  if (type === "list-tasks" ? items.some(isTask) : type !== "list-ordered") return items;
  const data = type === "list-tasks" ? { checked: false } : {};
  return items.map((item) => (isItem(item) ? { ...item, data } : item));
}

function isItem(node: Node): node is BlockOf<"list-item"> {
  return node.object === "block" && node.type === "list-item";
}

function checkChildren(
  { children }: NodeSchema,
  value: unknown,
  path: string,
  depth: number,
): readonly Node[] {
  const nodes = fields.array(value ?? [], path);
  if (children === "text") return checkText(nodes, path, depth);
  if (children === "link-text") return checkLinkText(nodes, path, depth);
  const types = children === "blocks" ? undefined : (children as readonly BlockType[]);
  const blocks = nodes.map((node, i) => checkBlock(node, `${path}[${i}]`, depth + 1, types));
  if (types !== undefined && blocks.length === 0) throw badInput(path, `must have a ${types.join(" or a ")}`);
  return types === undefined ? nonEmptyBlocks(blocks) : blocks;
}

function checkData(schema: NodeSchema, value: unknown, path: string): Record<string, unknown> {
  const data = value === undefined ? {} : fields.object(value, path);
  const entries = Object.entries(schema.data).map(([name, check]) => [
    name,
    check(data[name], `${path}.${name}`),
  ]);
  return Object.fromEntries(entries.filter(([, checked]) => checked !== undefined));
}

/** The fragments that such a node has, in their order; one that is missing is empty. */
function checkFragments(
  schema: NodeSchema,
  value: unknown,
  path: string,
  depth: number,
): Fragment[] | undefined {
  if (schema.fragments === undefined) return undefined;
  const given = fields.array(value ?? [], `${path}.fragments`).map((each, i) => {
    const at = `${path}.fragments[${i}]`;
    const part = fields.object(each, at);
    return { at, part, name: part.fragment ?? part.type };
  });
  return Object.entries(schema.fragments).flatMap(([name, inside]) => {
    const found = given.find((each) => each.name === name);
    if (found === undefined && name === "caption") return [];
    const nodes = found === undefined ? [] : fields.array(found.part.nodes, `${found.at}.nodes`);
    const types = inside === "text" ? (["paragraph"] as const) : undefined;
    const blocks = nodes.map((node, i) => checkBlock(node, `${found?.at}.nodes[${i}]`, depth + 1, types));
    if (name === "annotation-body") refuseNotes(blocks, `${found?.at}.nodes`);
    return fragment(name, nonEmptyBlocks(name === "expandable-title" ? blocks.slice(0, 1) : blocks));
  });
}

/** Markdown has no notes on notes. */
function refuseNotes(nodes: readonly Node[], path: string): void {
  for (const [i, node] of nodes.entries()) {
    if (node.object === "text") continue;
    if (node.type === "annotation")
      throw badInput(`${path}[${i}]`, "must not be an annotation within another");
    refuseNotes(node.nodes ?? [], `${path}[${i}].nodes`);
    for (const [j, each] of (node.fragments ?? []).entries())
      refuseNotes(each.nodes, `${path}[${i}].fragments[${j}].nodes`);
  }
}

function checkText(nodes: readonly unknown[], path: string, depth: number): readonly Node[] {
  const checked = nodes.map((node, i) => checkTextNode(node, `${path}[${i}]`, depth));
  return checked.length === 0 ? [text(leaf(""))] : mergeTexts(checked);
}

/** The words of a link or an annotation: other inlines than these cannot be read again from there. */
function checkLinkText(nodes: readonly unknown[], path: string, depth: number): readonly Node[] {
  const checked = nodes.map((node, i) => checkTextNode(node, `${path}[${i}]`, depth));
  for (const [i, node] of checked.entries())
    if (node.object === "inline" && node.type !== "emoji" && !linkTextInlines.has(node.type))
      throw badInput(`${path}[${i}].type`, `must not be ${node.type} here`);
  return toLinkText(checked);
}

function checkTextNode(value: unknown, path: string, depth: number): Text | Inline {
  const node = fields.object(value, path);
  const kind = fields.oneOf(["text", "inline"])(node.object, `${path}.object`);
  if (kind === "text") {
    const leaves = fields.array(node.leaves, `${path}.leaves`);
    return textOf(leaves.map((each, i) => checkLeaf(each, `${path}.leaves[${i}]`)));
  }
  const type = fields.oneOf(inlineTypes)(node.type, `${path}.type`);
  const schema: NodeSchema = inlineSchemas[type];
  const fragments = checkFragments(schema, node.fragments, path, depth);
  const nodes = schema.children && checkChildren(schema, node.nodes, `${path}.nodes`, depth);
  return {
    object: "inline",
    type,
    isVoid: nodes === undefined,
    data: checkData(schema, node.data, `${path}.data`),
    ...(nodes && { nodes }),
    ...(fragments && { fragments }),
  } as Inline;
}

function checkLeaf(value: unknown, path: string): Leaf {
  const { text: words, marks = [] } = fields.object(value, path);
  const checked = fields
    .array(marks, `${path}.marks`)
    .map((mark, i) => checkMark(mark, `${path}.marks[${i}]`));
  return leaf(fields.string(words, `${path}.text`), mergeMarks(checked, []));
}

function checkMark(value: unknown, path: string): Mark {
  const mark = fields.object(value, path);
  const type = fields.oneOf([...plainMarks, "color"])(mark.type, `${path}.type`);
  if (type !== "color") return { object: "mark", type };
  const { text: front, background } = fields.object(mark.data, `${path}.data`);
  const color = (name: unknown, field: string) =>
    fields.oneOf(colors)(name ?? "default", `${path}.data.${field}`);
  return {
    object: "mark",
    type,
    data: { text: color(front, "text"), background: color(background, "background") },
  };
}
