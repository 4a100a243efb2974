import { badInput } from "../../errors.ts";
import { atLeastOne, block, fragment, joinTexts, leaf, text, textOf, voidBlock } from "./build.ts";
import { checkTable } from "./check-table.ts";
import * as check from "./check-values.ts";
import {
  type Block,
  type BlockType,
  blockTypes,
  colors,
  type Data,
  type Document,
  type DocumentData,
  type Fragment,
  type Inline,
  inlineTypes,
  type Leaf,
  type Mark,
  type Node,
  plainMarks,
  type Text,
} from "./model.ts";
import { deepest } from "./read/block-parser.ts";
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
  const lines = check.string(frontMatter, `${path}.frontMatter`).replaceAll("\r\n", "\n");
  if (/^---[ \t]*$/m.test(lines)) throw badInput(`${path}.frontMatter`, "must not have a line of dashes");
  return { frontMatter: lines };
}

/** A block at a place where it may be any, or one of these types. */
function checkBlock(value: unknown, path: string, depth: number, types?: readonly BlockType[]): Block {
  // In the deepest block there are still text and lines of code.
  if (depth > deepest + 2) throw badInput(path, "is nested too deeply");
  const node = check.object(value, path);
  check.word(["block"])(node.object, `${path}.object`);
  const allowed = types ?? blockTypes.filter((type) => !parts.has(type));
  const type = check.word(allowed)(node.type, `${path}.type`);
  if (type === "table")
    return checkTable(node, path, (inner, at, inCells) => checkBlock(inner, at, depth + 1, inCells));
  const shape = blockShapes[type];
  const data = checkData(shape, node.data, `${path}.data`);
  const fragments = checkFragments(shape, node.fragments, path, depth);
  if (shape.inside === undefined) return voidBlock(type, data, fragments);
  return block(type, data, checkInside(shape, node.nodes, `${path}.nodes`, depth));
}

function checkInside({ inside }: Shape, value: unknown, path: string, depth: number): readonly Node[] {
  const nodes = check.array(value ?? [], path);
  if (inside === "text") return checkText(nodes, path, depth);
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
  return leaf(check.string(words, `${path}.text`).replace(/\r\n?/g, "\n"), checked);
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
