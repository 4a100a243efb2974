import { faHeading, faParagraph } from "@fortawesome/free-solid-svg-icons";
import { setBlockType } from "prosemirror-commands";
import { textblockTypeInputRule } from "prosemirror-inputrules";
import type { DOMOutputSpec, Node } from "prosemirror-model";
import { Plugin, PluginKey } from "prosemirror-state";
import { Decoration, DecorationSet, type NodeViewConstructor } from "prosemirror-view";
import { words } from "../../words/index.ts";
import type { Kind, MenuEntry } from "../kinds.ts";
import { schema } from "../model/schema.ts";

const { paragraph, heading_1, heading_2, heading_3 } = schema.nodes;
const levels = [heading_1, heading_2, heading_3];

function aligned(tag: string) {
  return ({ attrs }: Node): DOMOutputSpec => {
    const { align } = attrs.data;
    return [tag, { dir: "auto", class: align === undefined ? null : `align-${align}` }, 0];
  };
}

/** The levels of the headings in a text. The title of the page is its `h1`; no level is skipped after it, as on readers' pages. */
interface Levels {
  /** The level of the highest heading. */
  readonly top: number;
  readonly count: number;
  /** Marks the headings with the highest level, so that they are drawn again when it changes. */
  readonly headings: DecorationSet;
}

const levelsKey = new PluginKey<Levels>("levels");

function headingLevel({ type }: Node): number {
  return levels.indexOf(type as (typeof levels)[number]) + 1;
}

function readLevels(doc: Node): Pick<Levels, "top" | "count"> {
  let [top, count] = [levels.length, 0];
  doc.forEach((block) => {
    const level = headingLevel(block);
    if (level === 0) return;
    count++;
    top = Math.min(top, level);
  });
  return { top: count === 0 ? 1 : top, count };
}

function markHeadings(doc: Node, read: Pick<Levels, "top" | "count">): Levels {
  const marked: Decoration[] = [];
  if (read.top > 1)
    doc.descendants((node, position) => {
      if (headingLevel(node) > 0)
        marked.push(Decoration.node(position, position + node.nodeSize, {}, { top: read.top }));
      return !node.inlineContent;
    });
  return { ...read, headings: DecorationSet.create(doc, marked) };
}

const headingLevels = new Plugin<Levels>({
  key: levelsKey,
  state: {
    init: (_, { doc }) => markHeadings(doc, readLevels(doc)),
    apply: (tr, before) => {
      if (!tr.docChanged) return before;
      const read = readLevels(tr.doc);
      if (read.top !== before.top || read.count !== before.count) return markHeadings(tr.doc, read);
      return before.top === 1 ? before : { ...before, headings: before.headings.map(tr.mapping, tr.doc) };
    },
  },
  props: { decorations: (state) => levelsKey.getState(state)?.headings },
});

const headingView: NodeViewConstructor = (node, _view, _getPos, decorations) => {
  const topOf = (found: readonly Decoration[]): number =>
    found.reduce((top, { spec }) => (spec as { top?: number }).top ?? top, 1);
  const top = topOf(decorations);
  const { align } = node.attrs.data;
  const dom = document.createElement(`h${Math.max(2, headingLevel(node) - top + 2)}`);
  if (align !== undefined) dom.className = `align-${align}`;
  return {
    dom,
    contentDOM: dom,
    update: (next, nextDecorations) =>
      next.type === node.type && next.attrs.data.align === align && topOf(nextDecorations) === top,
  };
};

const texts = words.editor.blocks;

function entry(level: number, type: (typeof levels)[number], name: string, keywords: string): MenuEntry {
  return {
    name,
    keywords,
    icon: type === paragraph ? faParagraph : faHeading,
    group: "text",
    shortcut: `mod+alt+${level}`,
    insert: setBlockType(type),
  };
}

/** Paragraphs and headings. The title of the page is its `h1`. */
export const text: Kind = {
  dom: {
    paragraph: aligned("p"),
    heading_1: aligned("h2"),
    heading_2: aligned("h3"),
    heading_3: aligned("h4"),
  },
  views: { heading_1: headingView, heading_2: headingView, heading_3: headingView },
  plugins: [headingLevels],
  rules: levels.map((type, i) => textblockTypeInputRule(new RegExp(`^#{${i + 1}}\\s$`), type)),
  keys: {
    "Mod-Alt-0": setBlockType(paragraph),
    "Mod-Alt-1": setBlockType(heading_1),
    "Mod-Alt-2": setBlockType(heading_2),
    "Mod-Alt-3": setBlockType(heading_3),
  },
  entries: [
    entry(0, paragraph, texts.paragraph, "text"),
    entry(1, heading_1, texts.heading1, "h1 title"),
    entry(2, heading_2, texts.heading2, "h2"),
    entry(3, heading_3, texts.heading3, "h3"),
  ],
};
