import type { Element } from "../html/tree/index.ts";

const maxLength = 2000;

/** The inline style of an element, without white space after semicolons. */
export function styleOf({ attributes }: Element): string {
  return (attributes.get("style") ?? "").slice(0, maxLength).replace(/;\s+/g, ";").trimStart();
}

const monospaced =
  /(?:^|;)font(?:-family)?\s*:[^;]{0,200}(?:courier|consolas|monaco|menlo|mono\b|monospace)/i;

export function isMonospaced(element: Element): boolean {
  if (/^(?:code|tt|samp|kbd)$/.test(element.name)) return true;
  const face = element.name === "font" ? (element.attributes.get("face") ?? "").slice(0, 200) : "";
  return monospaced.test(styleOf(element)) || (face !== "" && monospaced.test(`font:${face}`));
}
