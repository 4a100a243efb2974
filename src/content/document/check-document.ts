import { badInput, type Steps } from "../../platform/index.ts";
import { maxDepth } from "../markdown/syntax/index.ts";
import { maxNodes, nodeLimit } from "../model/index.ts";
import { checkTable } from "./check-table.ts";
import {
  type Block,
  type BlockOf,
  type BlockType,
  blockSchemas,
  blockTypes,
  colors,
  countNodes,
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
import type { SlotTypes } from "./slots.ts";

/** Checks a document that a client sent, in steps. Unknown fields are dropped; invalid ones are refused with their path. */
export function* checkDocument(value: unknown, path: string): Steps<Document> {
  const document = fields.object(value, path);
  fields.oneOf(["document"])(document.object, `${path}.object`);
  const nodes = fields.array(document.nodes, `${path}.nodes`);
  const checked: Document = {
    object: "document",
    data: checkDocumentData(document.data, `${path}.data`),
    nodes: yield* checkBlocks(nodes, `${path}.nodes`, 1),
  };
  if (countNodes(checked) > maxNodes) throw badInput(path, nodeLimit);
  return checked;
}

function checkDocumentData(value: unknown, path: string): DocumentData {
  const { frontMatter } = value === undefined ? {} : fields.object(value, path);
  if (frontMatter === undefined) return {};
  const lines = fields.string(frontMatter, `${path}.frontMatter`);
  if (/^---[ \t]*$/m.test(lines))
    throw badInput(`${path}.frontMatter`, "must not contain a line of three dashes");
  return { frontMatter: lines };
}

/** Checks blocks that a client sent, in steps. `depth` is the number of blocks around them. */
export function checkBlockList(
  values: readonly unknown[],
  path: string,
  depth: number,
  types: SlotTypes,
): Steps<Block[]> {
  return checkBlocks(values, path, depth + 1, types === "any" ? undefined : [...types]);
}

const standaloneBlockTypes = blockTypes.filter((type) => !partTypes.has(type));

function* checkBlocks(
  values: readonly unknown[],
  path: string,
  depth: number,
  types?: BlockType[],
): Steps<Block[]> {
  const blocks: Block[] = [];
  for (const [i, value] of values.entries()) {
    blocks.push(yield* checkBlock(value, `${path}[${i}]`, depth, types));
    yield;
  }
  return blocks;
}

function* checkBlock(
  value: unknown,
  path: string,
  depth: number,
  types = standaloneBlockTypes,
): Steps<Block> {
  const node = fields.object(value, path);
  fields.oneOf(["block"])(node.object, `${path}.object`);
  const type = fields.oneOf(types)(node.type, `${path}.type`);
  if (type === "table")
    return yield* checkTable(node, path, (inner, innerPath, types) =>
      checkBlocks(inner, innerPath, depth + 1, types),
    );
  const schema: NodeSchema = blockSchemas[type];
  // The Markdown reader has a depth limit. It counts a list and its item as one level.
  const isContainer = schema.children === "blocks" || type === "expandable";
  if (isContainer && depth >= (type === "list-item" ? maxDepth + 1 : maxDepth))
    throw badInput(path, "is nested too deeply");
  const checked = { object: "block", type, ...(yield* checkContent(schema, node, path, depth)) } as Block;
  if (checked.nodes === undefined || !type.startsWith("list-")) return checked;
  return { ...checked, nodes: withCheckboxes(type, checked.nodes) };
}

/** Adds unchecked checkboxes to a task list that has none. Removes checkboxes from an ordered list. */
function withCheckboxes(type: BlockType, items: readonly Node[]): readonly Node[] {
  const isTask = (item: Node) => isItem(item) && item.data.checked !== undefined;
  if (type === "list-tasks" ? items.some(isTask) : type !== "list-ordered") return items;
  const data = type === "list-tasks" ? { checked: false } : {};
  return items.map((item) => (isItem(item) ? { ...item, data } : item));
}

function isItem(node: Node): node is BlockOf<"list-item"> {
  return node.object === "block" && node.type === "list-item";
}

function* checkContent(schema: NodeSchema, node: Record<string, unknown>, path: string, depth: number) {
  const data = checkData(schema, node.data, `${path}.data`);
  const fragments = yield* checkFragments(schema, node.fragments, path, depth);
  const nodes =
    schema.children && (yield* checkChildren(schema.children, node.nodes, `${path}.nodes`, depth));
  return { isVoid: nodes === undefined, data, ...(nodes && { nodes }), ...(fragments && { fragments }) };
}

function checkData(schema: NodeSchema, value: unknown, path: string): Record<string, unknown> {
  const data = value === undefined ? {} : fields.object(value, path);
  const entries = Object.entries(schema.data).map(
    ([name, check]) => [name, check(data[name], `${path}.${name}`)] as const,
  );
  const checked = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const { alternatives = [] } = schema;
  if (alternatives.length > 0 && alternatives.filter((name) => name in checked).length !== 1)
    throw badInput(path, `must contain either ${alternatives.join(" or ")}`);
  return checked;
}

const oneCode: BlockType[] = ["code"];

function* checkChildren(
  children: NonNullable<NodeSchema["children"]>,
  value: unknown,
  path: string,
  depth: number,
): Steps<readonly Node[]> {
  const nodes = fields.array(value ?? [], path);
  if (children === "text" || children === "link-text") {
    const checked: (Text | Inline)[] = [];
    for (const [i, node] of nodes.entries()) checked.push(yield* checkTextNode(node, `${path}[${i}]`, depth));
    if (children === "text") return checked.length === 0 ? [text(leaf(""))] : mergeTexts(checked);
    return checkLinkText(checked, path);
  }
  const types =
    children === "blocks" ? undefined : children === "one-code" ? oneCode : (children as BlockType[]);
  const blocks = yield* checkBlocks(nodes, path, depth + 1, types);
  if (types === undefined) return nonEmptyBlocks(blocks);
  if (types === oneCode && blocks.length > 1) throw badInput(path, "must contain a single block");
  if (blocks.length === 0) throw badInput(path, `must contain a ${types.join(" or a ")}`);
  return blocks;
}

/** Checks the text of a link or an annotation: Markdown allows only some inline nodes in it. */
function checkLinkText(nodes: readonly (Text | Inline)[], path: string): Node[] {
  for (const [i, node] of nodes.entries())
    if (node.object === "inline" && node.type !== "emoji" && !linkTextInlines.has(node.type))
      throw badInput(`${path}[${i}].type`, `must not be ${node.type} here`);
  return toLinkText(nodes);
}

/** The fragments of the schema, in order. A missing fragment is empty, but a missing caption is omitted. */
function* checkFragments(
  schema: NodeSchema,
  value: unknown,
  path: string,
  depth: number,
): Steps<Fragment[] | undefined> {
  if (schema.fragments === undefined) return undefined;
  const fragments = fields.array(value ?? [], `${path}.fragments`).map((item, i) => {
    const itemPath = `${path}.fragments[${i}]`;
    const { fragment, type, nodes } = fields.object(item, itemPath);
    return { name: fragment ?? type, nodes, path: `${itemPath}.nodes` };
  });
  const checked: Fragment[] = [];
  for (const [name, content] of Object.entries(schema.fragments)) {
    const found = fragments.find((candidate) => candidate.name === name);
    if (found === undefined) {
      if (name !== "caption") checked.push(fragment(name, nonEmptyBlocks([])));
      continue;
    }
    const types: BlockType[] | undefined = content === "text" ? ["paragraph"] : undefined;
    const nodes = fields.array(found.nodes, found.path);
    const blocks = yield* checkBlocks(nodes, found.path, depth + 1, types);
    if (name === "annotation-body") refuseAnnotations(blocks, found.path);
    checked.push(fragment(name, nonEmptyBlocks(name === "expandable-title" ? blocks.slice(0, 1) : blocks)));
  }
  return checked;
}

/** Markdown has no footnotes in footnotes. */
function refuseAnnotations(nodes: readonly Node[], path: string): void {
  for (const [i, node] of nodes.entries()) {
    if (node.object === "text") continue;
    if (node.type === "annotation")
      throw badInput(`${path}[${i}]`, "must not be an annotation in an annotation");
    refuseAnnotations(node.nodes ?? [], `${path}[${i}].nodes`);
    for (const [j, { nodes: inner }] of (node.fragments ?? []).entries())
      refuseAnnotations(inner, `${path}[${i}].fragments[${j}].nodes`);
  }
}

function* checkTextNode(value: unknown, path: string, depth: number): Steps<Text | Inline> {
  const node = fields.object(value, path);
  const object = fields.oneOf(["text", "inline"])(node.object, `${path}.object`);
  if (object === "text") {
    const leaves = fields.array(node.leaves, `${path}.leaves`);
    return textOf(leaves.map((value, i) => checkLeaf(value, `${path}.leaves[${i}]`)));
  }
  const type = fields.oneOf(inlineTypes)(node.type, `${path}.type`);
  return { object, type, ...(yield* checkContent(inlineSchemas[type], node, path, depth)) } as Inline;
}

function checkLeaf(value: unknown, path: string): Leaf {
  const { text: content, marks = [] } = fields.object(value, path);
  const checked = fields
    .array(marks, `${path}.marks`)
    .map((mark, i) => checkMark(mark, `${path}.marks[${i}]`));
  return leaf(fields.string(content, `${path}.text`), mergeMarks(checked, []));
}

function checkMark(value: unknown, path: string): Mark {
  const mark = fields.object(value, path);
  const type = fields.oneOf([...plainMarks, "color"])(mark.type, `${path}.type`);
  if (type !== "color") return { object: "mark", type };
  const data = fields.object(mark.data, `${path}.data`);
  const color = (name: "text" | "background") =>
    fields.oneOf(colors)(data[name] ?? "default", `${path}.data.${name}`);
  return { object: "mark", type, data: { text: color("text"), background: color("background") } };
}
