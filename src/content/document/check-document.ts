import { badInput } from "../../platform/index.ts";
import { maxDepth } from "../markdown/syntax/index.ts";
import { checkTable } from "./check-table.ts";
import * as check from "./check-values.ts";
import {
  atLeastOne,
  type Block,
  type BlockType,
  block,
  blockTypes,
  colors,
  type Data,
  type Document,
  type DocumentData,
  type Fragment,
  fragment,
  type Inline,
  inLinks,
  inlineTypes,
  joinTexts,
  type Leaf,
  leaf,
  type Mark,
  type Node,
  onlyText,
  plainMarks,
  type Text,
  text,
  textOf,
  voidBlock,
} from "./model/index.ts";
import { joinMarks } from "./read/index.ts";
import { blockShapes, inlineShapes, parts, type Shape } from "./shapes.ts";

/** Checks a document that a client sent. What is not known is left out; what is wrong is refused, and named. */
export function checkDocument(value: unknown, path: string): Document {
  const document = check.object(value, path);
  check.word(["document"])(document.object, `${path}.object`);
  const nodes = check.array(document.nodes, `${path}.nodes`);
  return {
    object: "document",
    data: documentData(document.data, `${path}.data`),
    nodes: nodes.map((node, i) => checkBlock(node, `${path}.nodes[${i}]`, 1)),
  };
}

function documentData(value: unknown, path: string): DocumentData {
  const { frontMatter } = value === undefined ? {} : check.object(value, path);
  if (frontMatter === undefined) return {};
  const lines = check.string(frontMatter, `${path}.frontMatter`);
  if (/^---[ \t]*$/m.test(lines)) throw badInput(`${path}.frontMatter`, "must not have a line of dashes");
  return { frontMatter: lines };
}

/** All blocks that are not only parts of others. */
const wholeBlocks = blockTypes.filter((type) => !parts.has(type));

/** A block at a place where it may be any, or one of these types. */
function checkBlock(value: unknown, path: string, depth: number, types?: readonly BlockType[]): Block {
  const node = check.object(value, path);
  check.word(["block"])(node.object, `${path}.object`);
  const allowed = types ?? wholeBlocks;
  const type = check.word(allowed)(node.type, `${path}.type`);
  if (type === "table")
    return checkTable(node, path, (inner, at, inCells) => checkBlock(inner, at, depth + 1, inCells));
  const shape = blockShapes[type];
  // As deep as it could be read again. An item is opened together with its list.
  const isAround = shape.inside === "blocks" || type === "expandable";
  if (isAround && depth >= (type === "list-item" ? maxDepth + 1 : maxDepth))
    throw badInput(path, "is nested too deeply");
  const data = checkData(shape, node.data, `${path}.data`);
  const fragments = checkFragments(shape, node.fragments, path, depth);
  if (shape.inside === undefined) return voidBlock(type, data, fragments);
  const nodes = checkInside(shape, node.nodes, `${path}.nodes`, depth);
  return block(type, data, type.startsWith("list-") ? withBoxes(type, nodes) : nodes);
}

/** In a list of tasks there are boxes: if none says so, all are open. In a list with numbers there are none. */
function withBoxes(type: BlockType, items: readonly Node[]): readonly Node[] {
  const isTask = (item: Node) => item.object === "block" && item.data.checked !== undefined;
  if (type === "list-tasks" ? items.some(isTask) : type !== "list-ordered") return items;
  const data = type === "list-tasks" ? { checked: false } : {};
  return items.map((item) => (item.object === "block" ? { ...item, data } : item));
}

function checkInside({ inside }: Shape, value: unknown, path: string, depth: number): readonly Node[] {
  const nodes = check.array(value ?? [], path);
  if (inside === "text") return checkText(nodes, path, depth);
  if (inside === "words") return checkWords(nodes, path, depth);
  const types = inside === "blocks" ? undefined : inside;
  const blocks = nodes.map((node, i) => checkBlock(node, `${path}[${i}]`, depth + 1, types));
  if (types !== undefined && blocks.length === 0) throw badInput(path, `must have a ${types.join(" or a ")}`);
  return types === undefined ? atLeastOne(blocks) : blocks;
}

function checkData({ data: checks }: Shape, value: unknown, path: string): Data {
  const data = value === undefined ? {} : check.object(value, path);
  return Object.fromEntries(
    Object.entries(checks).flatMap(([name, checkOne]) => {
      const checked = checkOne(data[name], `${path}.${name}`);
      return checked === undefined ? [] : [[name, checked]];
    }),
  );
}

/** The fragments that such a node has, in their order; one that is missing is empty. */
function checkFragments(shape: Shape, value: unknown, path: string, depth: number): Fragment[] | undefined {
  if (shape.fragments === undefined) return undefined;
  const given = check.array(value ?? [], `${path}.fragments`).map((each, i) => {
    const at = `${path}.fragments[${i}]`;
    const part = check.object(each, at);
    return { at, part, name: part.fragment ?? part.type };
  });
  return Object.entries(shape.fragments).flatMap(([name, inside]) => {
    const found = given.find((each) => each.name === name);
    if (found === undefined && name === "caption") return [];
    const nodes = found === undefined ? [] : check.array(found.part.nodes, `${found.at}.nodes`);
    const types = inside === "text" ? (["paragraph"] as const) : undefined;
    const blocks = nodes.map((node, i) => checkBlock(node, `${found?.at}.nodes[${i}]`, depth + 1, types));
    if (name === "annotation-body") refuseNotes(blocks, `${found?.at}.nodes`);
    return fragment(name, atLeastOne(name === "expandable-title" ? blocks.slice(0, 1) : blocks));
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
  return checked.length === 0 ? [text(leaf(""))] : joinTexts(checked);
}

/** The words of a link or an annotation: other inlines than these cannot be read again from there. */
function checkWords(nodes: readonly unknown[], path: string, depth: number): readonly Node[] {
  const checked = nodes.map((node, i) => checkTextNode(node, `${path}[${i}]`, depth));
  for (const [i, node] of checked.entries())
    if (node.object === "inline" && node.type !== "emoji" && !inLinks.has(node.type))
      throw badInput(`${path}[${i}].type`, `must not be ${node.type} here`);
  return onlyText(checked);
}

function checkTextNode(value: unknown, path: string, depth: number): Text | Inline {
  const node = check.object(value, path);
  const kind = check.word(["text", "inline"])(node.object, `${path}.object`);
  if (kind === "text") {
    const leaves = check.array(node.leaves, `${path}.leaves`);
    return textOf(leaves.map((each, i) => checkLeaf(each, `${path}.leaves[${i}]`)));
  }
  const type = check.word(inlineTypes)(node.type, `${path}.type`);
  const shape = inlineShapes[type];
  const fragments = checkFragments(shape, node.fragments, path, depth);
  const nodes =
    shape.inside === undefined ? undefined : checkInside(shape, node.nodes, `${path}.nodes`, depth);
  return {
    object: "inline",
    type,
    isVoid: shape.inside === undefined,
    data: checkData(shape, node.data, `${path}.data`),
    ...(nodes && { nodes }),
    ...(fragments && { fragments }),
  };
}

function checkLeaf(value: unknown, path: string): Leaf {
  const { text: words, marks = [] } = check.object(value, path);
  const checked = check
    .array(marks, `${path}.marks`)
    .map((mark, i) => checkMark(mark, `${path}.marks[${i}]`));
  return leaf(check.string(words, `${path}.text`), joinMarks(checked, []));
}

function checkMark(value: unknown, path: string): Mark {
  const mark = check.object(value, path);
  const type = check.word([...plainMarks, "color"])(mark.type, `${path}.type`);
  if (type !== "color") return { object: "mark", type };
  const { text: front, background } = check.object(mark.data, `${path}.data`);
  const color = (name: unknown, field: string) =>
    check.word(colors)(name ?? "default", `${path}.data.${field}`);
  return {
    object: "mark",
    type,
    data: { text: color(front, "text"), background: color(background, "background") },
  };
}
