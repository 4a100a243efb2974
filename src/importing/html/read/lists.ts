import type { List } from "mdast";
import type { Block } from "../markdown/index.ts";
import { type Element, elementsIn, hasClass, type Node } from "../tree/index.ts";

/** An item of a list: what is in it, and whether it is done, if it has a box. */
export interface Item {
  readonly nodes: readonly Node[];
  readonly checked?: boolean;
  /** The element that it is, if it is one. */
  readonly element?: Element;
}

/** The items of a list. What stands between them belongs to the one before. */
export function itemsOf(list: Element): Item[] {
  const items: (Item & { readonly nodes: Node[] })[] = [];
  for (const child of list.children) {
    if (typeof child === "string" && child.trim() === "") continue;
    const last = items.at(-1);
    if (typeof child !== "string" && child.name === "li") items.push(itemOf(child));
    else if (last === undefined) items.push({ nodes: [child] });
    else last.nodes.push(child);
  }
  return items;
}

function itemOf(item: Element): Item & { readonly nodes: Node[] } {
  const box = boxIn(item);
  return { element: item, nodes: [...item.children], ...(box !== undefined && { checked: isChecked(box) }) };
}

/** The box that an item begins with. */
function boxIn(item: Element): Element | undefined {
  let at = item;
  for (let i = 0; i < 4; i++) {
    const first = at.children.find((child) => typeof child !== "string" || child.trim() !== "");
    if (first === undefined || typeof first === "string") return undefined;
    if (isBox(first)) return first;
    if (!/^(?:p|label|span|div)$/.test(first.name)) return undefined;
    at = first;
  }
  return undefined;
}

function isBox(element: Element): boolean {
  if (element.name === "input") return element.attributes.get("type") === "checkbox";
  return element.name === "div" && hasClass(element, "checkbox");
}

function isChecked(box: Element): boolean {
  return box.attributes.has("checked") || hasClass(box, "checkbox-on");
}

/** Whether a list is only there to hold what can be opened. */
export function isToggleList(list: Element): boolean {
  return (
    hasClass(list, "toggle") &&
    elementsIn(list).every((item) => elementsIn(item).some(({ name }) => name === "details"))
  );
}

/** Where a list goes on in another element, as exports have it: by its kind, and how deep it is. */
export function partOf(list: Element): { readonly kind: string; readonly level: number } | undefined {
  for (const each of list.attributes.get("class")?.split(/\s+/) ?? []) {
    if (/^(?:bulleted-list|numbered-list|to-do-list)$/.test(each)) return { kind: each, level: 0 };
    const [, level] = /^lst-kix_\w{1,60}-(\d)$/.exec(each) ?? [];
    if (level !== undefined) return { kind: "lst-kix", level: Number(level) };
  }
  return undefined;
}

/** Adds the items to the list that stands before, on their level, if they are a part of it. */
export function addToList(before: Block | undefined, list: List, level: number): boolean {
  if (before?.type !== "list" || before.data?.kind !== list.data?.kind) return false;
  let at = before;
  for (let i = 0; i < level; i++) {
    const item = at.children.at(-1);
    if (item === undefined) return false;
    const inner = item.children.at(-1);
    if (inner?.type === "list") at = inner;
    else {
      const next: List = { ...list, children: [] };
      item.children.push(next);
      at = next;
    }
  }
  if (at.ordered !== list.ordered) return false;
  for (const item of list.children) at.children.push(item);
  return true;
}
