import type { Heading, PhrasingContent } from "mdast";
import type { Block } from "../markdown/index.ts";
import type { Base } from "../page/index.ts";
import type { Element, Node, TextSizes } from "../tree/index.ts";
import type { Flow } from "./flow.ts";
import type { Marks } from "./inline-run.ts";
import type { InlinedImages } from "./inlined-images.ts";
import type { ClassStyles } from "./marks.ts";

export interface PageContext {
  readonly base: Base;
  readonly part: "main" | "all";
  readonly styles: ClassStyles;
  readonly sizes: TextSizes;
  readonly inlined: InlinedImages;
}

/** The reader of a page, as the functions for single kinds of blocks use it. */
export interface Reader {
  readonly context: PageContext;
  /** All headings, also those inside of other blocks. */
  readonly headings: Map<Element, Heading>;
  readonly codeTitles: ReadonlyMap<Element, Element>;
  visit(nodes: readonly Node[], flow: Flow, marks: Marks): void;
  inside(nodes: readonly Node[], marks: Marks): Block[];
  /** The content as phrasing content only. */
  phrasing(nodes: readonly Node[], marks: Marks): PhrasingContent[];
  tabs(tabs: readonly { title: string; panel: Element }[], flow: Flow, marks: Marks): void;
  /** Whether blocks may not be nested further. */
  isTooDeep(flow: Flow): boolean;
  /** Whether a list item is not content. A footnote is read here, too. */
  skips(item: Element): boolean;
}
