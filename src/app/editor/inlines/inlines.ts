import type { DOMOutputSpec, Node } from "prosemirror-model";
import type { Kind } from "../kinds.ts";
import { blockType } from "../model/schema.ts";

/** An inline by its name, until it has a view of its own. */
function chip({ type, attrs }: Node): DOMOutputSpec {
  const { code, icon, expression, formula, label, alt } = attrs.data ?? {};
  const emoji =
    typeof code === "string"
      ? String.fromCodePoint(...code.split("-").map((part) => Number.parseInt(part, 16)))
      : undefined;
  const text =
    emoji ?? expression ?? formula ?? label ?? alt ?? icon ?? attrs.json?.type ?? blockType(type.name);
  return ["span", { class: "inline-chip", contenteditable: "false" }, text];
}

/** Links, annotations, and inlines without text of their own. */
export const inlines: Kind = {
  dom: Object.fromEntries(
    ["emoji", "icon", "expression", "inline_math", "inline_image", "mention", "button", "opaque_inline"].map(
      (name) => [name, chip],
    ),
  ),
  marks: {
    link: ({ attrs }) => ["a", { href: attrs.data.ref?.url ?? "#" }, 0],
    annotation: () => ["span", { class: "annotation" }, 0],
  },
};
