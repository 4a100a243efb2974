import { faHeading, faParagraph } from "@fortawesome/free-solid-svg-icons";
import { setBlockType } from "prosemirror-commands";
import { textblockTypeInputRule } from "prosemirror-inputrules";
import type { DOMOutputSpec, Node } from "prosemirror-model";
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
