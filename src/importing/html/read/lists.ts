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
  let element = item;
  for (let i = 0; i < 4; i++) {
    const first = element.children.find((child) => typeof child !== "string" || child.trim() !== "");
    if (first === undefined || typeof first === "string") return undefined;
    if (isCheckbox(first)) return first.attributes.has("checked") || hasClass(first, "checkbox-on");
    if (!/^(?:p|label|span|div)$/.test(first.name)) return undefined;
    element = first;
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

/** The list that an element is a part of. Notion writes an element for each item, Google Docs one for each change of the level. */
export function listPartOf(list: Element): ListPart | undefined {
  for (const name of classesOf(list)) {
    if (/^(?:bulleted-list|numbered-list|to-do-list)$/.test(name)) return { list: name, level: 0 };
    const [, id, level] = /^lst-([\w.]{1,64})-(\d{1,2})$/.exec(name) ?? [];
    if (id !== undefined) return { list: id, level: Math.min(Number(level), maxLevel) };
  }
  return undefined;
}

/** Merges a part of a list into the previous part, at its level; false if the part starts another list. */
export function mergeIntoList(previous: Block | undefined, list: List): boolean {
  const part = list.data?.part;
  if (previous?.type !== "list" || part === undefined) return false;
  let target = previous;
  let parentItem: ListItem | undefined;
  for (let isBelow = true; isBelow; ) {
    const item = target.children.at(-1);
    const inner = item?.children.at(-1);
    const level = inner?.type === "list" ? (inner.data?.part?.level ?? 0) : 0;
    isBelow = level > (target.data?.part?.level ?? 0) && level <= part.level;
    if (isBelow && inner?.type === "list") [target, parentItem] = [inner, item];
  }
  const { part: last } = target.data ?? {};
  if (last === undefined || last.level > part.level) return false;
  if (last.level < part.level) target.children.at(-1)?.children.push(list);
  else if (target.ordered === list.ordered && last.list === part.list)
    for (const item of list.children) target.children.push(item);
  else if (parentItem === undefined) return false;
  else parentItem.children.push(list);
  return true;
}
