import {
  type Block,
  type BlockOf,
  type BlockType,
  blocksIn,
  hintIcons,
  isBlank,
  plainText,
} from "../../content/document/index.ts";
import { writeCode } from "./code.ts";
import type { PageContext, WriteBlock } from "./context.ts";
import { writeList } from "./list.ts";
import {
  columnCount,
  writeContentRef,
  writeDrawing,
  writeEmbed,
  writeFile,
  writeImages,
  writeIntegration,
} from "./media.ts";
import { writeOperation, writeSchemas, writeWebhook } from "./openapi.ts";
import { writeTable } from "./table.ts";
import { keepTogether, withDirection, words, writeFormula } from "./text.ts";
import { array, type Code, call, fr, join, name, none, num, str } from "./typst.ts";

/** Writes a block of any type. */
export function writeBlock(block: Block, context: PageContext): Code {
  return (writers[block.type] as WriteBlock)(block, context);
}

type Heading = "heading-1" | "heading-2" | "heading-3";

function aligned(block: BlockOf<"paragraph" | Heading>, body: Code, context: PageContext): Code {
  const { align } = block.data;
  const isAligned = align === "center" || align === "end";
  return withDirection(plainText([block]), isAligned ? call("aligned", [name(align), body]) : body, context);
}

const writeParagraph: WriteBlock<"paragraph"> = (block, context) => {
  const { nodes = [] } = block;
  return isBlank(nodes) ? join([]) : aligned(block, call("par", [context.text(nodes)]), context);
};

const writeHeading: WriteBlock<Heading> = (block, context) => {
  const size = Number(block.type.slice(-1));
  const body = context.text(block.nodes ?? []);
  const label = labelFor(block.meta, context);
  return aligned(block, call("section", [num(size), num(context.level + size), label, body]), context);
};

/** The label of a block with an anchor, to which links in the book lead. */
function labelFor(meta: Block["meta"], context: PageContext): Code {
  const label = meta && context.takeLabel(meta.id);
  return label === undefined ? none : str(label);
}

const writeHint: WriteBlock<"hint"> = ({ data, nodes }, context) => {
  const { style, icon = "" } = data;
  const svg = context.iconOf(icon) ?? context.iconOf(hintIcons[style]);
  // The icon and the padding reduce the line width.
  const body = context.blocks(nodes, { lineWidth: context.lineWidth - 8 });
  return call("hint", [str(style), str(svg ?? ""), body], keepTogether(nodes));
};

const writeTabs: WriteBlock<"tabs"> = ({ nodes }, context) => {
  const items = blocksIn(nodes).map((item, i) => {
    const { title, icon } = item.type === "tabs-item" ? item.data : {};
    return array([writeIcon(icon, context), words(title ?? `Tab ${i + 1}`), context.blocks(item.nodes)]);
  });
  return call("tabs", [array(items)]);
};

const writeStepper: WriteBlock<"stepper"> = ({ nodes }, context) => {
  const items = blocksIn(nodes).map((step) => {
    const { icon } = step.type === "stepper-step" ? step.data : {};
    return array([writeIcon(icon, context), context.blocks(step.nodes)]);
  });
  return call("steps", [array(items)]);
};

const writeUpdates: WriteBlock<"updates"> = ({ data, nodes }, context) => {
  const items = blocksIn(nodes).flatMap((update) => {
    if (update.type !== "update") return [];
    const { date, tags = [] } = update.data;
    const labels = tags.map(({ tag }) => words(tag, context.lineWidth));
    return [array([str(writeDay(date, data.format)), array(labels), context.blocks(update.nodes)])];
  });
  return call("updates", [array(items)]);
};

function writeDay(timestamp: string, format: BlockOf<"updates">["data"]["format"]): string {
  if (format === "numeric") return timestamp.slice(0, 10);
  const dateStyle = format === "full" ? "long" : "medium";
  return new Date(timestamp).toLocaleDateString("en-GB", { dateStyle, timeZone: "UTC" });
}

const writePrompt: WriteBlock<"prompt"> = ({ data, nodes }, context) => {
  const { description, icon = "" } = data;
  const svg = context.iconOf(icon) ?? context.iconOf("terminal");
  // The padding reduces the line width.
  const body = context.blocks(nodes, { lineWidth: context.lineWidth - 4 });
  return call("prompt", [str(svg ?? ""), words(description, context.lineWidth), body]);
};

function writeIcon(icon = "", { iconOf }: PageContext): Code {
  const svg = iconOf(icon);
  return svg === undefined ? none : str(svg);
}

const writeColumns: WriteBlock<"columns"> = ({ nodes }, context) => {
  const columns = blocksIn(nodes);
  const widths = columns.slice(0, columnCount(columns.length)).map(({ type, data }) => {
    const width = type === "column" ? data.width : undefined;
    return typeof width === "object" && width.unit === "%" && width.value > 0
      ? width.value
      : 100 / columns.length;
  });
  const totalWidth = widths.reduce((sum, width) => sum + width, 0);
  const bodies = columns.map(({ nodes: children }, i) => {
    const share = (widths[i % widths.length] ?? totalWidth) / totalWidth;
    return context.blocks(children, { lineWidth: context.lineWidth * share * 0.9 });
  });
  return call("side-by-side", [array(widths.map(fr)), array(bodies)], keepTogether(nodes));
};

const writeExpandable: WriteBlock<"expandable"> = ({ fragments = [], meta }, context) => {
  const part = (type: string) => context.fragment(fragments, type) ?? none;
  const options = keepTogether(fragments.flatMap(({ nodes }) => nodes));
  const label = labelFor(meta, context);
  return call("expandable", [label, part("expandable-title"), part("expandable-body")], options);
};

/** Writes a block that shows only its children. */
const writeChildren: WriteBlock = ({ nodes }, context) => context.blocks(nodes);

const writers: { readonly [T in BlockType]: WriteBlock<T> } = {
  paragraph: writeParagraph,
  "heading-1": writeHeading,
  "heading-2": writeHeading,
  "heading-3": writeHeading,
  "list-ordered": writeList,
  "list-unordered": writeList,
  "list-tasks": writeList,
  "list-item": writeChildren,
  divider: () => name("divider"),
  blockquote: ({ nodes }, context) => call("quote", [context.blocks(nodes)], keepTogether(nodes)),
  hint: writeHint,
  if: writeChildren,
  images: writeImages,
  image: (block, context) =>
    writeImages({ object: "block", type: "images", isVoid: false, data: {}, nodes: [block] }, context),
  file: writeFile,
  drawing: writeDrawing,
  embed: writeEmbed,
  code: writeCode,
  "code-line": writeChildren,
  math: ({ data }, context) => call("formula", [writeFormula(data.formula, true, context)]),
  expandable: writeExpandable,
  tabs: writeTabs,
  "tabs-item": writeChildren,
  table: writeTable,
  swagger: writeOperation,
  "openapi-operation": writeOperation,
  "openapi-schemas": writeSchemas,
  "openapi-webhook": writeWebhook,
  "content-ref": writeContentRef,
  integration: writeIntegration,
  // Only unresolved references remain at this point.
  "reusable-content": () => join([]),
  stepper: writeStepper,
  "stepper-step": writeChildren,
  updates: writeUpdates,
  update: writeChildren,
  prompt: writePrompt,
  columns: writeColumns,
  column: writeChildren,
};
