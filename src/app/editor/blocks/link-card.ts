import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";
import { element, iconElement } from "../view/elements.ts";

/** A card with a title and a note, as on readers' pages. In the editor it is no link: a click selects it. */
export function linkCard(
  icon: IconDefinition | string,
  title: string,
  note = "",
  ...details: readonly (Node | string)[]
): HTMLElement {
  const text = element(
    "span",
    { className: "link-card-text" },
    element("span", { className: "link-card-title" }, title),
  );
  if (note !== "") text.append(element("span", { className: "link-card-note" }, note));
  text.append(...details);
  const image =
    typeof icon === "string"
      ? element("span", { className: "emoji", ariaHidden: "true" }, icon)
      : iconElement(icon);
  return element("div", { className: "link-card", contentEditable: "false" }, image, text);
}
