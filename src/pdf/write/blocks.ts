import {
  type Block,
  type BlockOf,
  type BlockType,
  blocksIn,
  plainText,
} from "../../content/document/index.ts";
import { writeCode } from "./code.ts";
import { writeList } from "./list.ts";
import {
  besideEachOther,
  writeContentRef,
  writeDrawing,
  writeEmbed,
  writeFile,
  writeImages,
  writeIntegration,
} from "./media.ts";
import { writeOperation, writeSchemas, writeSwagger, writeWebhook } from "./openapi.ts";
import { writeTable } from "./table.ts";
import { words, writeFormula } from "./text.ts";
import { array, type Code, call, fr, join, name, none, num, str } from "./typst.ts";
import { directed, textIn, together } from "./whole.ts";
import type { WriteBlock, Writing } from "./writing.ts";

/** Writes a block of any type. */
export function writeBlock(block: Block, writing: Writing): Code {
  const write = writers[block.type] as WriteBlock;
  return write(block, writing);
}

type Heading = "heading-1" | "heading-2" | "heading-3";
type Placeable = BlockOf<"paragraph" | Heading>;

/** Applies alignment and direction. */
function placed(block: Placeable, body: Code, writing: Writing): Code {
  const { align } = block.data;
  const aligned = align === "center" || align === "end" ? call("toward", [name(align), body]) : body;
  return directed(textIn(block), aligned, writing);
}

const writeParagraph: WriteBlock<"paragraph"> = (block, writing) => {
  const { nodes = [] } = block;
  const isEmpty = nodes.every((node) => node.object === "text") && plainText(nodes).trim() === "";
  return isEmpty ? join([]) : placed(block, call("par", [writing.text(nodes)]), writing);
};

const writeHeading: WriteBlock<Heading> = (block, writing) => {
  const size = Number(block.type.slice(-1));
  const place = block.meta && writing.takeName(block.meta.id);
  const body = writing.text(block.nodes ?? []);
  return placed(
    block,
    call("section", [num(size), num(writing.level + size), place === undefined ? none : str(place), body]),
    writing,
  );
};

const hintIcons = {
  info: "circle-info",
  success: "circle-check",
  warning: "triangle-exclamation",
  danger: "circle-exclamation",
} as const;

const writeHint: WriteBlock<"hint"> = ({ data, nodes }, writing) => {
  const { style, icon = "" } = data;
  const drawing = writing.iconOf(icon) ?? writing.iconOf(hintIcons[style]);
  // The icon and the padding take some width.
  const body = writing.blocks(nodes, { room: writing.room - 8 });
  return call("hint", [str(style), str(drawing ?? ""), body], together(nodes));
};

const writeTabs: WriteBlock<"tabs"> = ({ nodes }, writing) => {
  const items = blocksIn(nodes).map((item, i) => {
    const { title, icon = "" } = item.type === "tabs-item" ? item.data : {};
    const drawing = writing.iconOf(icon);
    return array([
      drawing === undefined ? none : str(drawing),
      words(title ?? `Tab ${i + 1}`),
      writing.blocks(item.nodes),
    ]);
  });
  return call("tabs", [array(items)]);
};

const writeStepper: WriteBlock<"stepper"> = ({ nodes }, writing) => {
  const items = blocksIn(nodes).map((step) => {
    const { icon = "" } = step.type === "stepper-step" ? step.data : {};
    const drawing = writing.iconOf(icon);
    return array([drawing === undefined ? none : str(drawing), writing.blocks(step.nodes)]);
  });
  return call("steps", [array(items)]);
};

const writeColumns: WriteBlock<"columns"> = ({ nodes }, writing) => {
  const columns = blocksIn(nodes);
  const widths = columns.slice(0, besideEachOther(columns.length)).map(({ type, data }) => {
    const width = type === "column" ? data.width : undefined;
    return typeof width === "object" && width.unit === "%" && width.value > 0
      ? width.value
      : 100 / columns.length;
  });
  const all = widths.reduce((sum, width) => sum + width, 0);
  const bodies = columns.map(({ nodes: inside }, i) => {
    const share = (widths[i % widths.length] ?? all) / all;
    return writing.blocks(inside, { room: writing.room * share * 0.9 });
  });
  return call("side-by-side", [array(widths.map(fr)), array(bodies)], together(nodes));
};

const writeExpandable: WriteBlock<"expandable"> = ({ fragments = [] }, writing) =>
  call(
    "expandable",
    [
      writing.fragment(fragments, "expandable-title") ?? none,
      writing.fragment(fragments, "expandable-body") ?? none,
    ],
    together(fragments.flatMap((each) => each.nodes)),
  );

const writeMath: WriteBlock<"math"> = ({ data }, writing) =>
  call("formula", [writeFormula(data.formula, true, writing)]);

/** A block that only shows its children. */
const writeInside: WriteBlock = ({ nodes }, writing) => writing.blocks(nodes);

const writers: { readonly [T in BlockType]: WriteBlock<T> } = {
  paragraph: writeParagraph,
  "heading-1": writeHeading,
  "heading-2": writeHeading,
  "heading-3": writeHeading,
  "list-ordered": writeList,
  "list-unordered": writeList,
  "list-tasks": writeList,
  "list-item": writeInside,
  divider: () => name("divider"),
  blockquote: ({ nodes }, writing) => call("quote", [writing.blocks(nodes)], together(nodes)),
  hint: writeHint,
  if: writeInside,
  images: writeImages,
  image: (block, writing) =>
    writeImages({ object: "block", type: "images", isVoid: false, data: {}, nodes: [block] }, writing),
  file: writeFile,
  drawing: writeDrawing,
  embed: writeEmbed,
  code: writeCode,
  "code-line": writeInside,
  math: writeMath,
  expandable: writeExpandable,
  tabs: writeTabs,
  "tabs-item": writeInside,
  table: writeTable,
  swagger: writeSwagger,
  "openapi-operation": writeOperation,
  "openapi-schemas": writeSchemas,
  "openapi-webhook": writeWebhook,
  "content-ref": writeContentRef,
  integration: writeIntegration,
  // Only unresolved references are left at this point.
  "reusable-content": () => join([]),
  stepper: writeStepper,
  "stepper-step": writeInside,
  columns: writeColumns,
  column: writeInside,
};
