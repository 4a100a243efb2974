import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";
import { iconImage } from "../../parts/page-icon.tsx";

/** Creates an element of the editor. Properties with the value undefined are left out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(properties))
    if (value !== undefined) (created as unknown as Record<string, unknown>)[name] = value;
  created.append(...children);
  return created;
}

/** An icon in the document, which nobody can write in. */
export function iconElement({ icon }: IconDefinition): SVGElement {
  const [width, height, , , path] = icon;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute("d", Array.isArray(path) ? path.join(" ") : path);
  shape.setAttribute("fill", "currentColor");
  svg.append(shape);
  return svg;
}

/** An icon by the name that authors choose. */
export function namedIconElement(name: string): HTMLElement {
  const dom = element("span", { className: "icon named-icon", ariaHidden: "true" });
  dom.style.maskImage = iconImage(name);
  return dom;
}
