import type { DOMOutputSpec, Node } from "prosemirror-model";
import { urlOf } from "../../navigation/router.ts";
import { emojiOf } from "../../parts/small.tsx";
import type { Kind } from "../kinds.ts";
import { element } from "../view/elements.ts";

/** The class of a color on readers' pages. Semantic colors have names such as `$primary`. */
export function colorClass(property: "color" | "background", color: string): string {
  return `${property}-${color.replace("$", "")}`;
}

function icon({ attrs }: Node): DOMOutputSpec {
  const { icon: name, color = "default" } = attrs.data;
  const dom = element("span", { className: "named-icon", role: "img", ariaLabel: name });
  dom.style.maskImage = `url("${urlOf(`/icons/${encodeURIComponent(name)}`)}")`;
  return color === "default" ? dom : ["span", { class: colorClass("color", color) }, dom];
}

function button({ attrs }: Node): DOMOutputSpec {
  const { label, kind, size } = attrs.data;
  const name = `button button-${kind}${size === undefined ? "" : ` is-${size}`}`;
  return ["span", { class: name }, label];
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
