import type { MarkType, Node } from "prosemirror-model";
import type { Command, EditorState } from "prosemirror-state";
import { schema } from "../model/schema.ts";

const { color } = schema.marks;

/** The colors of the model. Those of the theme begin with a dollar sign. */
export const colors = [
  "default",
  "green",
  "blue",
  "red",
  "orange",
  "yellow",
  "purple",
  "$primary",
  "$info",
  "$success",
  "$warning",
  "$danger",
] as const;
export type Color = (typeof colors)[number];
export type ColorPart = "text" | "background";
type Colors = Readonly<Record<ColorPart, Color>>;

export function hasMark({ doc, selection, storedMarks }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  if (empty) return type.isInSet(storedMarks ?? $from.marks()) !== undefined;
  return doc.rangeHasMark(from, to, type);
}

function colorsOf(node: Node): Colors {
  return color.isInSet(node.marks)?.attrs.data ?? { text: "default", background: "default" };
}

/** The color of the first selected text. */
export function colorAt({ doc, selection }: EditorState, part: ColorPart): Color {
  let found: Color | undefined;
  doc.nodesBetween(selection.from, selection.to, (node) => {
    if (node.isText) found ??= colorsOf(node)[part];
  });
  return found ?? "default";
}

/** Colors the selected text or its background. The other color stays as it is. */
export function setColor(part: ColorPart, value: Color): Command {
  return ({ doc, selection: { from, to, empty }, tr }, dispatch) => {
    if (empty) return false;
    doc.nodesBetween(from, to, (node, position, parent) => {
      if (!node.isText || !parent?.type.allowsMarkType(color)) return;
      const [start, end] = [Math.max(from, position), Math.min(to, position + node.nodeSize)];
      const data = { ...colorsOf(node), [part]: value };
      if (data.text === "default" && data.background === "default") tr.removeMark(start, end, color);
      else tr.addMark(start, end, color.create({ data }));
    });
    dispatch?.(tr);
    return true;
  };
}

export type Alignment = "start" | "center" | "end";

function isAligned({ type }: Node): boolean {
  return type.name === "paragraph" || type.name.startsWith("heading");
}

/** The alignment of the first selected paragraph or heading; undefined if none is selected. */
export function alignmentAt({ doc, selection }: EditorState): Alignment | undefined {
  let found: Alignment | undefined;
  doc.nodesBetween(selection.from, selection.to, (node) => {
    if (isAligned(node)) found ??= node.attrs.data.align ?? "start";
    return !node.isTextblock;
  });
  return found;
}

export function setAlignment(align: Alignment): Command {
  return ({ doc, selection, tr }, dispatch) => {
    doc.nodesBetween(selection.from, selection.to, (node, position) => {
      if (!isAligned(node)) return;
      const { align: _, ...data } = node.attrs.data;
      tr.setNodeAttribute(position, "data", align === "start" ? data : { ...data, align });
    });
    if (tr.steps.length === 0) return false;
    dispatch?.(tr);
    return true;
  };
}
