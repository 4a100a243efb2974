import type { BlockContent, DefinitionContent, Node, PhrasingContent } from "mdast";

export type Block = BlockContent | DefinitionContent;

interface Container<Type extends string, Child = Block> extends Node {
  type: Type;
  children: Child[];
}

interface Literal<Type extends string> extends Node {
  type: Type;
  value: string;
}

interface Hint extends Container<"hint"> {
  style: string;
}

export interface Tab extends Container<"tab"> {
  title: string;
}

export interface Column extends Container<"column"> {
  /** The width in percent. */
  width: number | undefined;
}

interface Details extends Container<"details"> {
  summary: PhrasingContent[];
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
  /** Whether the URL is a file of the source rather than another site. */
  isFile: boolean;
}

export type Formula = Literal<"formula">;
export type FormulaBlock = Literal<"formulaBlock">;

export interface RichCell {
  readonly isHead: boolean;
  readonly align: "center" | "right" | undefined;
  readonly children: readonly Block[];
}

export interface RichTable extends Node {
  type: "richTable";
  rows: (readonly RichCell[])[];
}

interface Blocks {
  hint: Hint;
  tabs: Container<"tabs", Tab>;
  columns: Container<"columns", Column>;
  details: Details;
  figure: Figure;
  embed: Embed;
  formulaBlock: FormulaBlock;
  richTable: RichTable;
}

/** Text in an inline HTML element. */
interface Marked extends Container<"marked", PhrasingContent> {
  name: "sup" | "sub" | "mark" | "kbd";
}

interface Phrasing {
  formula: Formula;
  marked: Marked;
}

/** The list of the source document that a list is a part of, where an export splits lists by level. */
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
    id?: string;
  }
  interface CodeData {
    title?: string;
  }
  interface ListData {
    part?: ListPart;
  }
}

export function paragraph(children: PhrasingContent[]): Block {
  return { type: "paragraph", children };
}

export function phrasingText(nodes: readonly PhrasingContent[]): string {
  return nodes
    .map((node) => ("children" in node ? phrasingText(node.children) : "value" in node ? node.value : ""))
    .join("");
}

/** Unwraps strong text, as for headings, which are bold anyway. */
export function withoutStrong(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const result: PhrasingContent[] = [];
  for (const node of nodes.flatMap((child) => (child.type === "strong" ? child.children : [child]))) {
    const last = result.at(-1);
    // Two adjacent code spans would be read as one.
    const canMerge = last?.type === node.type && (last.type === "text" || last.type === "inlineCode");
    if (canMerge && "value" in node) last.value += node.value;
    else result.push(node);
  }
  return result;
}
