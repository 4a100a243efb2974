import type { Heading, PhrasingContent } from "mdast";
import type { Block } from "../markdown/index.ts";
import type { Base } from "../page/index.ts";
import type { Element, Node, TextSizes } from "../tree/index.ts";
import type { Flow } from "./flow.ts";
import type { Marks } from "./inline-run.ts";
import type { InlinedImages } from "./inlined-images.ts";
import type { ClassStyles } from "./marks.ts";

/** What is known of the page that a part is of. */
export interface PageContext {
  readonly base: Base;
  readonly part: "main" | "all";
  readonly styles: ClassStyles;
  readonly sizes: TextSizes;
  /** Where images are put that stand in the page itself. */
  readonly inlined: InlinedImages;
}

/** What reads a page, as seen by those who read one kind of block each. */
export interface Reader {
  readonly context: PageContext;
  /** All headings, those within other blocks too. */
  readonly headings: Map<Element, Heading>;
  readonly codeTitles: ReadonlyMap<Element, Element>;
  visit(nodes: readonly Node[], flow: Flow, marks: Marks): void;
  /** The blocks in a part of the page. */
  inside(nodes: readonly Node[], marks: Marks): Block[];
  /** The text in a part of the page, whatever there is in it. */
  phrasing(nodes: readonly Node[], marks: Marks): PhrasingContent[];
  tabs(tabs: readonly { title: string; panel: Element }[], flow: Flow, marks: Marks): void;
  /** Whether no more blocks should be put inside of each other. */
  isTooDeep(flow: Flow): boolean;
  /** Whether an item of a list is no part of it: a footnote is put with the others. */
  skips(item: Element): boolean;
}
