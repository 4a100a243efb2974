import {
  asData,
  type Block,
  type BlockType,
  blocksIn,
  hintStyles,
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
import { wordIn, words, writeFormula } from "./text.ts";
import { array, type Code, call, fr, join, name, none, num, str } from "./typst.ts";
import { directed, textIn, together } from "./whole.ts";
import type { WriteBlock, Writing } from "./writing.ts";

/** Writes one block, whatever it is. */
export function writeBlock(block: Block, writing: Writing): Code {
  return writers[block.type](block, writing);
}

/** As it is aligned, and from the side that it is read from. */
function placed(block: Block, body: Code, writing: Writing): Code {
  const { align } = block.data;
  const aligned = align === "center" || align === "end" ? call("toward", [name(align), body]) : body;
  return directed(textIn(block), aligned, writing);
}

const writeParagraph: WriteBlock = (block, writing) => {
  const { nodes = [] } = block;
  const isEmpty = nodes.every((node) => node.object === "text") && plainText(nodes).trim() === "";
  return isEmpty ? join([]) : placed(block, call("par", [writing.text(nodes)]), writing);
};

const writeHeading: WriteBlock = (block, writing) => {
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

const writeHint: WriteBlock = ({ data, nodes }, writing) => {
  const style = hintStyles.find((each) => each === data.style) ?? "info";
  const drawing = writing.iconOf(wordIn(data, "icon")) ?? writing.iconOf(hintIcons[style]);
  // Its icon and its edges take some of the room.
  const body = writing.blocks(nodes, { room: writing.room - 8 });
  return call("hint", [str(style), str(drawing ?? ""), body], together(nodes));
};

const writeTabs: WriteBlock = ({ nodes }, writing) => {
  const items = blocksIn(nodes).map((item, i) => {
    const title = wordIn(item.data, "title") || `Tab ${i + 1}`;
    const drawing = writing.iconOf(wordIn(item.data, "icon"));
    return array([drawing === undefined ? none : str(drawing), words(title), writing.blocks(item.nodes)]);
  });
  return call("tabs", [array(items)]);
};

const writeStepper: WriteBlock = ({ nodes }, writing) => {
  const items = blocksIn(nodes).map((step) => {
    const drawing = writing.iconOf(wordIn(step.data, "icon"));
    return array([drawing === undefined ? none : str(drawing), writing.blocks(step.nodes)]);
  });
  return call("steps", [array(items)]);
};

const writeColumns: WriteBlock = ({ nodes }, writing) => {
  const columns = blocksIn(nodes);
  const widths = columns.slice(0, besideEachOther(columns.length)).map(({ data }) => {
    const { unit, value } = asData(data.width);
    return unit === "%" && typeof value === "number" && value > 0 ? value : 100 / columns.length;
  });
  const all = widths.reduce((sum, width) => sum + width, 0);
  const bodies = columns.map(({ nodes: inside }, i) => {
    const share = (widths[i % widths.length] ?? all) / all;
    return writing.blocks(inside, { room: writing.room * share * 0.9 });
  });
  return call("side-by-side", [array(widths.map(fr)), array(bodies)], together(nodes));
};

const writeExpandable: WriteBlock = ({ fragments = [] }, writing) =>
  call(
    "expandable",
    [
      writing.fragment(fragments, "expandable-title") ?? none,
      writing.fragment(fragments, "expandable-body") ?? none,
    ],
    together(fragments.flatMap((each) => each.nodes)),
  );

const writeMath: WriteBlock = ({ data }, writing) =>
  call("formula", [writeFormula(wordIn(data, "formula"), true, writing)]);

/** What is in a block, where the block itself shows nothing. */
const writeInside: WriteBlock = ({ nodes }, writing) => writing.blocks(nodes);

const writers: Readonly<Record<BlockType, WriteBlock>> = {
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
  image: (block, writing) => writeImages({ ...block, type: "images", data: {}, nodes: [block] }, writing),
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
  // It is only left where what it stands for is not there.
  "reusable-content": () => join([]),
  stepper: writeStepper,
  "stepper-step": writeInside,
  columns: writeColumns,
  column: writeInside,
};
