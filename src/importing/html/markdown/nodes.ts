import type { BlockContent, DefinitionContent, Node, PhrasingContent } from "mdast";

/** What stands on lines of its own. */
export type Block = BlockContent | DefinitionContent;

/** Blocks and marks of Lectern that Markdown alone does not have. */
export interface Hint extends Node {
  type: "hint";
  style: string;
  children: Block[];
}

export interface Tabs extends Node {
  type: "tabs";
  children: Tab[];
}

export interface Tab extends Node {
  type: "tab";
  title: string;
  children: Block[];
}

export interface Columns extends Node {
  type: "columns";
  children: Column[];
}

export interface Column extends Node {
  type: "column";
  /** In percent. */
  width: number | undefined;
  children: Block[];
}

export interface Details extends Node {
  type: "details";
  summary: PhrasingContent[];
  children: Block[];
}

export interface Figure extends Node {
  type: "figure";
  url: string;
  alt: string;
  caption: PhrasingContent[];
}

export interface Embed extends Node {
  type: "embed";
  url: string;
  /** A file of the page itself, other than what is shown from elsewhere. */
  isFile: boolean;
}

export interface Formula extends Node {
  type: "formula";
  value: string;
}

/** The same on lines of its own. */
export interface FormulaBlock extends Node {
  type: "formulaBlock";
  value: string;
}

/** A mark that is written as HTML in a line. */
export interface Marked extends Node {
  type: "marked";
  name: "sup" | "sub" | "mark" | "kbd";
  children: PhrasingContent[];
}

export interface RichCell {
  readonly isHead: boolean;
  readonly align: "center" | "right" | undefined;
  readonly children: readonly Block[];
}

/** A table with blocks in its cells. */
export interface RichTable extends Node {
  type: "richTable";
  rows: (readonly RichCell[])[];
}

interface Blocks {
  hint: Hint;
  tabs: Tabs;
  columns: Columns;
  details: Details;
  figure: Figure;
  embed: Embed;
  formulaBlock: FormulaBlock;
  richTable: RichTable;
}

interface Phrasing {
  formula: Formula;
  marked: Marked;
}

export interface ListPart {
  readonly list: string;
  readonly level: number;
}

declare module "mdast" {
  interface RootContentMap extends Blocks, Phrasing {
    tab: Tab;
    column: Column;
  }
  interface BlockContentMap extends Blocks {}
  interface PhrasingContentMap extends Phrasing {}
  interface HeadingData {
    /** The anchor that was chosen for it. */
    id?: string;
  }
  interface CodeData {
    title?: string;
  }
  interface ListData {
    /** The list of the source document that this is a part of, where an export splits lists by level. */
    part?: ListPart;
  }
}

export function paragraph(children: PhrasingContent[]): Block {
  return { type: "paragraph", children };
}

/** The characters of a text. There are no more levels than there are marks. */
export function phrasingText(nodes: readonly PhrasingContent[]): string {
  return nodes
    .map((node) => ("children" in node ? phrasingText(node.children) : "value" in node ? node.value : ""))
    .join("");
}

/** A text without strong marks, where all is bold as it is. */
export function withoutStrong(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const result: PhrasingContent[] = [];
  for (const node of nodes.flatMap((each) => (each.type === "strong" ? each.children : [each]))) {
    const last = result.at(-1);
    // Two codes in a row would be read as one with ticks in it.
    const isOne = last?.type === node.type && (last.type === "text" || last.type === "inlineCode");
    if (isOne && "value" in node) last.value += node.value;
    else result.push(node);
  }
  return result;
}
