import type { Heading, PhrasingContent } from "mdast";
import type { Block, Tab } from "../markdown/index.ts";
import { type Base, hasChromeClass, isChrome, isHidden, isScreenReaderText } from "../page/index.ts";
import { type Element, hasClassMatching, type Node, nonTextElements, type TextSizes } from "../tree/index.ts";
import { readBlock } from "./blocks.ts";
import { calloutOf } from "./callouts.ts";
import { findCodeTitles, isCodeDecoration } from "./code-blocks.ts";
import { Flow, type Marks, withMark, withoutMark } from "./flow.ts";
import { findFootnotes, isFootnoteSeparator } from "./footnotes.ts";
import type { InlinedImages } from "./inlined-images.ts";
import { addElementMarks, type ClassStyles, linkMark } from "./marks.ts";
import { isRenderedMath, readFormula } from "./math.ts";
import { embedOf, imageOf } from "./media.ts";
import { findTabLists, type TabPanel } from "./tabs.ts";

/** The maximum nesting of blocks. Deeper blocks are replaced with their content. */
const maxDepth = 12;

const controlNames =
  /^(?:button|input|select|textarea|option|optgroup|datalist|progress|meter|rp|rt|object|embed|map|iframe|video|audio|source|track)$/;

const invisible = [isHidden, isScreenReaderText, isCodeDecoration, isRenderedMath, isFootnoteSeparator];

export interface PageContext {
  readonly base: Base;
  readonly part: "main" | "all";
  readonly styles: ClassStyles;
  readonly sizes: TextSizes;
  readonly inlined: InlinedImages;
}

export class ContentReader {
  readonly context: PageContext;
  /** All headings, including those in other blocks. */
  readonly headings = new Map<Element, Heading>();
  readonly notes: Block[] = [];
  readonly codeTitles: ReadonlyMap<Element, Element>;
  readonly #content: Element;
  readonly #skipped: ReadonlySet<Element>;
  readonly #footnotes: ReturnType<typeof findFootnotes>;
  readonly #tabs: ReturnType<typeof findTabLists>;
  #depth = 0;

  constructor(content: Element, context: PageContext) {
    this.context = context;
    this.#content = content;
    this.#tabs = findTabLists(content);
    this.#footnotes = findFootnotes(content);
    this.codeTitles = findCodeTitles(content);
    this.#skipped = new Set([...this.#footnotes.skipped, ...this.codeTitles.values()]);
  }

  read(): Block[] {
    const flow = new Flow();
    this.visit(this.#content.children, flow, []);
    return flow.finish();
  }

  readBlocks(nodes: readonly Node[], marks: Marks): Block[] {
    const flow = new Flow();
    this.#depth++;
    this.visit(nodes, flow, marks);
    this.#depth--;
    return flow.finish();
  }

  readPhrasing(nodes: readonly Node[], marks: Marks): PhrasingContent[] {
    const flow = new Flow({ isPhrasing: true });
    this.visit(nodes, flow, marks);
    return flow.takePhrasing();
  }

  isTooDeep(flow: Flow): boolean {
    return flow.isPhrasing || this.#depth >= maxDepth;
  }

  visit(nodes: readonly Node[], flow: Flow, marks: Marks): void {
    for (const node of nodes)
      if (typeof node === "string") flow.addText(node, marks);
      else this.#readElement(node, flow, marks);
  }

  #readElement(element: Element, flow: Flow, marks: Marks): void {
    if (this.#readSpecial(element, flow, marks) || this.#isSkipped(element)) return;
    const { base, styles } = this.context;
    if (readBlock(this, element, flow, marks)) return;
    switch (element.name) {
      case "br":
        flow.addLineBreak(marks);
        return;
      case "img": {
        const image = imageOf(element, this.context);
        if (typeof image === "string") flow.addText(image, marks);
        else if (image !== undefined) flow.addNode(image, marksOfImage(marks));
        return;
      }
      case "a": {
        const mark = linkMark(element, base, flow);
        if (mark === "drop") return;
        this.visit(element.children, flow, mark === undefined ? marks : withMark(marks, mark));
        return;
      }
      case "q":
        flow.addText("“", marks);
        this.visit(element.children, flow, marks);
        flow.addText("”", marks);
        return;
      default:
        this.visit(element.children, flow, addElementMarks(element, marks, styles));
    }
  }

  /** Reads footnotes, tabs, formulas and embeds, which may be any element. */
  #readSpecial(element: Element, flow: Flow, marks: Marks): boolean {
    const label = this.#footnotes.references.get(element);
    if (label !== undefined) {
      flow.addNode({ type: "footnoteReference", identifier: label }, []);
      return true;
    }
    if (this.#readNote(element)) return true;
    if (this.#tabs.panels.has(element)) return true;
    const tabs = this.#tabs.lists.get(element);
    if (tabs !== undefined) {
      this.readTabs(tabs, flow, marks);
      return true;
    }
    const formula = readFormula(element);
    if (formula !== undefined) {
      if (formula === "unknown") return element.name === "script";
      if (formula.type === "formulaBlock" && !this.isTooDeep(flow)) flow.addBlock(formula);
      else flow.addNode({ type: "formula", value: formula.value }, marks);
      return true;
    }
    const embed = embedOf(element, this.context.base);
    if (embed !== undefined && !this.isTooDeep(flow)) flow.addBlock(embed);
    return embed !== undefined;
  }

  /** Whether a list item is skipped: it is not content, or a footnote, which this reads. */
  skipsItem(item: Element): boolean {
    return this.#readNote(item) || this.#isSkipped(item);
  }

  #readNote(element: Element): boolean {
    const label = this.#footnotes.bodies.get(element);
    if (label === undefined) return false;
    const children = this.readBlocks(element.children, []);
    this.notes.push({ type: "footnoteDefinition", identifier: label, children });
    return true;
  }

  readTabs(tabs: readonly TabPanel[], flow: Flow, marks: Marks): void {
    flow.endParagraph();
    if (this.isTooDeep(flow)) {
      for (const { panel } of tabs) this.visit(panel.children, flow, marks);
      return;
    }
    const children = tabs
      .map(({ title, panel }): Tab => ({ type: "tab", title, children: this.readBlocks(panel.children, []) }))
      .filter((tab) => tab.children.length > 0);
    if (children.length > 0) flow.addBlock({ type: "tabs", children });
  }

  #isSkipped(element: Element): boolean {
    const { name } = element;
    if (nonTextElements.has(name) || controlNames.test(name) || this.#skipped.has(element)) return true;
    if (invisible.some((matches) => matches(element)) || element.attributes.get("role") === "tablist")
      return true;
    return this.context.part === "main" && this.#isChrome(element);
  }

  /** Whether an element is page chrome. An element with most of the text is content, whatever its class. */
  #isChrome(element: Element): boolean {
    const isForm = element.name === "form";
    if (!isForm && !isChrome(element)) return false;
    const isCitation = element.name === "footer" && element.parent?.name === "blockquote";
    if (isCitation || hasClassMatching(element, /footnote/) || calloutOf(element) !== undefined) return false;
    const { sizes } = this.context;
    const hasMostText = sizes.all(element) * 2 > sizes.all(this.#content);
    return !(hasMostText && (isForm || hasChromeClass(element) || element.name === "aside"));
  }
}

/** Drops the link mark of an image that links to a larger version. */
function marksOfImage(marks: Marks): Marks {
  const linksToImage = marks.some(
    ({ href }) => href !== undefined && /\.(?:png|jpe?g|gif|svg|webp|avif)(?:[?#]|$)/i.test(href),
  );
  return linksToImage ? withoutMark(marks, "a") : marks;
}
