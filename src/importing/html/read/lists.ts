import type { List, ListItem } from "mdast";
import type { Block, ListPart } from "../markdown/index.ts";
import { childElements, classesOf, type Element, hasClass, type Node } from "../tree/index.ts";

interface Item {
  readonly nodes: Node[];
  readonly checked?: boolean | undefined;
  readonly element?: Element;
}

/** The items of a list. Content between items belongs to the previous one. */
export function itemsOf(list: Element): Item[] {
  const items: Item[] = [];
  for (const child of list.children) {
    if (typeof child === "string" && child.trim() === "") continue;
    const last = items.at(-1);
    if (typeof child !== "string" && child.name === "li")
      items.push({ element: child, nodes: [...child.children], checked: checkedIn(child) });
    else if (last === undefined) items.push({ nodes: [child] });
    else last.nodes.push(child);
  }
  return items;
}

function checkedIn(item: Element): boolean | undefined {
  let at = item;
  for (let i = 0; i < 4; i++) {
    const first = at.children.find((child) => typeof child !== "string" || child.trim() !== "");
    if (first === undefined || typeof first === "string") return undefined;
    if (isCheckbox(first)) return first.attributes.has("checked") || hasClass(first, "checkbox-on");
    if (!/^(?:p|label|span|div)$/.test(first.name)) return undefined;
    at = first;
  }
  return undefined;
}

function isCheckbox(element: Element): boolean {
  if (element.name === "input") return element.attributes.get("type") === "checkbox";
  return element.name === "div" && hasClass(element, "checkbox");
}

/** Whether a list of Notion only wraps `<details>`. */
export function isToggleList(list: Element): boolean {
  return (
    hasClass(list, "toggle") &&
    childElements(list).every((item) => childElements(item).some(({ name }) => name === "details"))
  );
}

const maxLevel = 20;

/** Notion writes a list element for each item, and Google Docs one for each change of the level. */
export function partOf(list: Element): ListPart | undefined {
  for (const each of classesOf(list)) {
    if (/^(?:bulleted-list|numbered-list|to-do-list)$/.test(each)) return { list: each, level: 0 };
    const [, id, level] = /^lst-([\w.]{1,64})-(\d{1,2})$/.exec(each) ?? [];
    if (id !== undefined) return { list: id, level: Math.min(Number(level), maxLevel) };
  }
  return undefined;
}

/** Adds a part of a list to the part before it, on its own level; false where the part begins another list. */
export function addToList(before: Block | undefined, list: List): boolean {
  const part = list.data?.part;
  if (before?.type !== "list" || part === undefined) return false;
  let at = before;
  let parentItem: ListItem | undefined;
  for (let isBelow = true; isBelow; ) {
    const item = at.children.at(-1);
    const inner = item?.children.at(-1);
    const level = inner?.type === "list" ? (inner.data?.part?.level ?? 0) : 0;
    isBelow = level > (at.data?.part?.level ?? 0) && level <= part.level;
    if (isBelow && inner?.type === "list") [at, parentItem] = [inner, item];
  }
  const { part: last } = at.data ?? {};
  if (last === undefined || last.level > part.level) return false;
  if (last.level < part.level) at.children.at(-1)?.children.push(list);
  else if (at.ordered === list.ordered && last.list === part.list)
    for (const item of list.children) at.children.push(item);
  else if (parentItem === undefined) return false;
  else parentItem.children.push(list);
  return true;
}
