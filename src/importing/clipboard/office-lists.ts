import {
  type Change,
  childElements,
  createElement,
  type Element,
  find,
  innerText,
} from "../html/tree/index.ts";
import { styleOf } from "./styles.ts";

/**
 * The item of a list that Word writes as a paragraph: `mso-list:l0 level2 lfo1` in its style, and its marker in a span. It becomes
 * a list of one item, with a class that says which list and which level it is a part of.
 */
export function changeListParagraph(element: Element): Change | undefined {
  if (!/^(?:p|h[1-6])$/.test(element.name)) return undefined;
  const [, list, level] =
    /(?:^|;)mso-list:\s*(l\d{1,5})\s+level(\d{1,2})(?:\s+lfo\d{1,5})?/i.exec(styleOf(element)) ?? [];
  if (list === undefined || level === undefined) return undefined;
  // A heading with a number stays a heading.
  if (element.name !== "p") return { attributes: {} };
  const marker = find(element, isMarker);
  const text = marker === undefined ? "" : innerText(marker, { maxLength: 20 });
  const item = createElement("li", {}, element.children);
  return { nodes: [listPart(isNumber(text), list, Number(level), text, [item])] };
}

/** The span with the bullet or the number of an item of Word. */
export function isMarker(element: Element): boolean {
  return /(?:^|;)mso-list:\s*ignore/i.test(styleOf(element));
}

function isNumber(marker: string): boolean {
  return /^\(?(?:\d{1,5}|[a-z]{1,5})[.)]/i.test(marker);
}

function listPart(
  isOrdered: boolean,
  list: string,
  level: number,
  marker: string,
  items: readonly Element[],
): Element {
  const [start] = /\d{1,8}/.exec(marker) ?? [];
  const attributes = { class: `lst-${list}-${Math.max(0, level - 1)}`, ...(start && { start }) };
  return createElement(isOrdered ? "ol" : "ul", attributes, items);
}

/** Word for the web writes an element for each item, with the list and the level as attributes of the item. */
export function changeWebList(element: Element): Change | undefined {
  if (element.name !== "ul" && element.name !== "ol") return undefined;
  const [item] = childElements(element);
  const { list, level, position } = {
    list: item?.attributes.get("data-listid") ?? "",
    level: item?.attributes.get("data-aria-level") ?? "",
    position: item?.attributes.get("data-aria-posinset") ?? "",
  };
  if (!/^\w{1,20}$/.test(list) || !/^\d{1,2}$/.test(level)) return undefined;
  const { attributes } = listPart(element.name === "ol", list, Number(level), position, []);
  return { attributes: Object.fromEntries(attributes) };
}

/** Checklists of Google Docs have their state as the role of the item, and a picture of the box. */
export function isPictureOfCheckbox({ name, attributes }: Element): boolean {
  return name === "img" && attributes.get("aria-roledescription") === "checkbox";
}
