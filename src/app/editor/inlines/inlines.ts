import type { DOMOutputSpec, Node } from "prosemirror-model";
import { emojiOf } from "../../parts/small.tsx";
import type { Kind } from "../kinds.ts";
import { namedIconElement } from "../view/elements.ts";

/** The class of a color on readers' pages. Semantic colors have names such as `$primary`. */
export function colorClass(property: "color" | "background", color: string): string {
  return `${property}-${color.replace("$", "")}`;
}

function icon({ attrs }: Node): DOMOutputSpec {
  const { icon: name, color = "default" } = attrs.data;
  const dom = namedIconElement(name);
  dom.ariaHidden = null;
  dom.role = "img";
  dom.ariaLabel = name;
  return color === "default" ? dom : ["span", { class: colorClass("color", color) }, dom];
}

function button({ attrs }: Node): DOMOutputSpec {
  const { label, kind, size, icon: iconName } = attrs.data;
  const name = `button button-${kind}${size === undefined ? "" : ` is-${size}`}`;
  return ["span", { class: name }, ...(iconName ? [namedIconElement(iconName)] : []), label];
}

/** Emoji, icons, buttons, and what the editor does not know. */
export const inlines: Kind = {
  dom: {
    emoji: ({ attrs }) => ["span", { class: "emoji" }, emojiOf(attrs.data.code)],
    icon,
    button,
    opaque_inline: ({ attrs }) => ["span", { class: "inline-chip" }, attrs.json.type],
  },
};
