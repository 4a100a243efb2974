import { toggleMark } from "prosemirror-commands";
import { InputRule } from "prosemirror-inputrules";
import type { MarkType } from "prosemirror-model";
import type { Kind } from "../kinds.ts";
import { schema } from "../model/schema.ts";
import { colorClass } from "./inlines.ts";

const { bold, italic, strikethrough, code, keyboard, superscript, subscript } = schema.marks;

/** Marks the text between two delimiters, and removes the delimiters. */
function markRule(delimiter: string, type: MarkType): InputRule {
  const [whole, last] = [delimiter, delimiter.slice(-1)].map((text) => text.replaceAll("*", "\\*"));
  const pattern = new RegExp(`(?<![\\w${last}])${whole}(?=[^\\s${last}])([^${last}]*[^\\s${last}])${whole}$`);
  return new InputRule(
    pattern,
    ({ tr }, [, text = ""], start, end) => {
      const textStart = start + delimiter.length;
      const textEnd = textStart + text.length;
      // The last character of the delimiter is not in the document yet.
      if (textEnd < end) tr.delete(textEnd, end);
      tr.delete(start, textStart);
      return tr.addMark(start, start + text.length, type.create()).removeStoredMark(type);
    },
    { inCodeMark: false },
  );
}

function colorClasses({ text, background }: { text: string; background: string }): string {
  const names = [
    text !== "default" && colorClass("color", text),
    background !== "default" && colorClass("background", background),
  ];
  return names.filter(Boolean).join(" ");
}

/** Bold, italic and other marks of text. */
export const marks: Kind = {
  marks: {
    bold: () => ["strong", 0],
    italic: () => ["em", 0],
    strikethrough: () => ["s", 0],
    code: () => ["code", 0],
    keyboard: () => ["kbd", 0],
    superscript: () => ["sup", 0],
    subscript: () => ["sub", 0],
    color: ({ attrs }) => ["span", { class: colorClasses(attrs.data) }, 0],
  },
  rules: [
    markRule("**", bold),
    markRule("__", bold),
    markRule("*", italic),
    markRule("_", italic),
    markRule("~~", strikethrough),
    markRule("`", code),
  ],
  keys: {
    "Mod-b": toggleMark(bold),
    "Mod-i": toggleMark(italic),
    "Mod-Shift-x": toggleMark(strikethrough),
    "Mod-e": toggleMark(code),
    "Mod-Shift-k": toggleMark(keyboard),
    "Mod-.": toggleMark(superscript),
    "Mod-,": toggleMark(subscript),
  },
};
