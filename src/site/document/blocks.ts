import {
  type Block,
  type BlockOf,
  type BlockType,
  blocksIn,
  hintIcons,
  plainText,
} from "../../content/document/index.ts";
import { attributes, type Html, html, trustedHtml } from "../html/index.ts";
import { writeCode } from "./code.ts";
import type { PageContext, WriteBlock } from "./context.ts";
import { writeEmbed } from "./embeds.ts";
import { narrowFormula, writeFormula } from "./formulas.ts";
import { writeList } from "./lists.ts";
import { writeContentRef, writeDrawing, writeFile, writeImages, writeIntegration } from "./media.ts";
import { writeOperation, writeSchemas, writeWebhook } from "./openapi.ts";
import { writePrompt } from "./prompt.ts";
import { writeTable } from "./table.ts";
import { writeTabs } from "./tabs.ts";

/** Writes a block of any type. */
export function writeBlock(block: Block, context: PageContext): Html {
  return finishBlock(block, (writers[block.type] as WriteBlock)(block, context), context);
}

/** Adds to a written block what the page has for all blocks. */
export function finishBlock(block: Block, written: Html, context: PageContext): Html {
  const keyed = context.hasKeys ? withKey(written, block.key) : written;
  return context.decorate?.(block, keyed, context) ?? keyed;
}

/** Adds the key of a block to its first element. */
function withKey(written: Html, key: string | undefined): Html {
  const [tag] = /^<[a-z][a-z0-9-]*/.exec(written.text) ?? [];
  if (tag === undefined || key === undefined) return written;
  return html`${trustedHtml(tag)}${attributes({ "data-key": key })}${trustedHtml(written.text.slice(tag.length))}`;
}

function headingLevel({ type }: BlockOf<Heading>): number {
  return Number(type.slice(-1));
}

type Heading = "heading-1" | "heading-2" | "heading-3";

function alignment({ data }: BlockOf<"paragraph" | Heading>): string | undefined {
  return data.align === "center" || data.align === "end" ? `align-${data.align}` : undefined;
}

const writeParagraph: WriteBlock<"paragraph"> = (block, context) =>
  html`<p${attributes({ class: alignment(block) })}>${context.text(block.nodes)}</p>`;

/** The title of the page is its `h1`. No level is skipped after it. */
const writeHeading: WriteBlock<Heading> = (block, context) => {
  const level = headingLevel(block) - context.topHeading + 2;
  const id = block.meta?.id;
  const label = `${context.words.linkToHeading}: ${plainText(block.nodes ?? [])}`;
  const link =
    id !== undefined &&
    context.hasAnchors &&
    html`<a class="anchor" href="#${encodeURIComponent(id)}" aria-label="${label}">#</a>`;
  return html`<h${level}${attributes({ id, class: alignment(block) })}>${context.text(block.nodes)}${link}</h${level}>`;
};

const writeHint: WriteBlock<"hint"> = ({ data, nodes }, context) => {
  const { style, icon = "" } = data;
  return html`<div class="hint hint-${style}" role="note" aria-label="${context.words.hints[style]}">${
    context.iconOf(icon) ?? context.iconOf(hintIcons[style])
  }<div>${context.blocks(nodes)}</div></div>`;
};

const writeStepper: WriteBlock<"stepper"> = ({ nodes }, context) => {
  const steps = blocksIn(nodes).map((step) => {
    const icon = step.type === "stepper-step" ? step.data.icon : undefined;
    return html`<li>${icon !== undefined && context.iconOf(icon)}<div>${context.blocks(step.nodes)}</div></li>`;
  });
  return html`<ol class="stepper">${steps}</ol>`;
};

/** Columns without a width share equally what the others leave, but at least a tenth of the row each. */
const writeColumns: WriteBlock<"columns"> = ({ nodes, data }, context) => {
  const parts = blocksIn(nodes);
  const shares = parts.map((column) => {
    const { width } = column.type === "column" ? column.data : {};
    return typeof width === "object" && width.unit === "%" && width.value > 0
      ? Math.min(width.value, 100)
      : undefined;
  });
  const known = shares.filter((share) => share !== undefined);
  const left = 100 - known.reduce((sum, share) => sum + share, 0);
  const rest = Math.max(left / (shares.length - known.length), 10);
  const columns = parts.map((column, i) => {
    const { verticalAlignment } = column.type === "column" ? column.data : {};
    const share = known.length === 0 ? undefined : (shares[i] ?? rest);
    const names = [
      share !== undefined && context.classFor(`--share:${Math.round(share * 100) / 100}`),
      verticalAlignment !== undefined && `vertical-${verticalAlignment}`,
    ].filter((name) => name !== false);
    return html`<div${attributes({ class: names.join(" ") || undefined })}>${context.blocks(column.nodes)}</div>`;
  });
  return html`<div class="columns${data.fullWidth && " is-wide"}">${columns}</div>`;
};

const writeExpandable: WriteBlock<"expandable"> = (block, context) => {
  const { fragments } = block;
  const title = context.fragment(fragments, "expandable-title");
  return html`<details class="expandable"${attributes({ id: block.meta?.id, open: block.data.defaultExpanded })}><summary><span>${
    title ?? context.words.details
  }</span></summary><div>${context.fragment(fragments, "expandable-body")}</div></details>`;
};

const writeUpdates: WriteBlock<"updates"> = ({ data, nodes }, context) => {
  const format = new Intl.DateTimeFormat(
    context.locale,
    data.format === "numeric"
      ? { timeZone: "UTC" }
      : { dateStyle: data.format === "full" ? "long" : "medium", timeZone: "UTC" },
  );
  const items = blocksIn(nodes).flatMap((update) => {
    if (update.type !== "update") return [];
    const { date, tags = [] } = update.data;
    const labels = tags.map(({ tag }) => html`<span class="badge">${tag}</span>`);
    return [
      html`<li><p class="update-date"><time datetime="${date}">${format.format(new Date(date))}</time>${labels}</p><div>${context.blocks(update.nodes)}</div></li>`,
    ];
  });
  return html`<ol class="updates">${items}</ol>`;
};

/** Readers see the content of a condition that is met. What remains is for writers, or cannot be evaluated. */
const writeCondition: WriteBlock<"if"> = ({ data, nodes }, context) => {
  const { conditionLabel: label } = context;
  if (label === undefined) return html``;
  return html`<div class="condition" role="group" aria-label="${label}: ${data.expression}"><p class="condition-text">${label} <code>${data.expression}</code></p>${context.blocks(nodes)}</div>`;
};

/** A wide formula is scrolled, also by keyboard. */
const writeMath: WriteBlock<"math"> = ({ data }, context) => {
  const { formula } = data;
  const scrolled = { tabindex: 0, role: "group", "aria-label": context.words.formula };
  return html`<div class="formula"${attributes(formula.length < narrowFormula ? {} : scrolled)}>${writeFormula(formula, true, context)}</div>`;
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
  divider: () => html`<hr>`,
  blockquote: ({ nodes }, context) => html`<blockquote>${context.blocks(nodes)}</blockquote>`,
  hint: writeHint,
  if: writeCondition,
  images: writeImages,
  image: (block, context) =>
    writeImages({ object: "block", type: "images", isVoid: false, data: {}, nodes: [block] }, context),
  file: writeFile,
  drawing: writeDrawing,
  embed: writeEmbed,
  code: writeCode,
  "code-line": writeChildren,
  math: writeMath,
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
  // Only references to content that does not exist remain at this point.
  "reusable-content": () => html``,
  updates: writeUpdates,
  update: writeChildren,
  prompt: writePrompt,
  stepper: writeStepper,
  "stepper-step": writeChildren,
  columns: writeColumns,
  column: writeChildren,
};
