import { ancestors, childElements, type Element, hasClass, innerText, walk } from "../tree/index.ts";

export interface TabPanel {
  readonly title: string;
  readonly panel: Element;
}

export function tabsIn(element: Element): TabPanel[] | undefined {
  if (hasClass(element, "tabbed-set")) return pairTabs(element, "tabbed-labels", "tabbed-content");
  if (hasClass(element, "sd-tab-set")) return pairTabs(element, "", "");
  if (hasClass(element, "vp-code-group", "code-group")) return pairTabs(element, "tabs", "blocks");
  return undefined;
}

/** Pairs labels with panels. Both are in separate containers, or alternate. */
function pairTabs(element: Element, labelsClass: string, panelsClass: string): TabPanel[] | undefined {
  const parts = childElements(element);
  const labels = parts.find((part) => hasClass(part, labelsClass));
  const panels = parts.find((part) => hasClass(part, panelsClass));
  const names = (labels === undefined ? parts : childElements(labels)).filter(({ name }) => name === "label");
  const panelElements =
    labels === undefined || panels === undefined
      ? parts.filter(({ name }) => name === "div")
      : childElements(panels);
  const tabs = names.flatMap((name, i) => {
    const panel = panelElements[i];
    return panel === undefined ? [] : { title: innerText(name, { maxLength: 200 }), panel };
  });
  return tabs.length === 0 ? undefined : tabs;
}

const roleOf = ({ attributes }: Element) => attributes.get("role");

/** Finds tabs that are marked by ARIA roles: the tabs of each tab list, and all of their panels. */
export function findTabLists(content: Element) {
  const ids = new Map<string, Element>();
  const order: Element[] = [];
  const labels = new Map<Element, Element[]>();
  for (const element of walk(content)) {
    const role = roleOf(element);
    if (role === "tablist" || role === "tabpanel") order.push(element);
    if (role === "tabpanel") ids.set(element.attributes.get("id") ?? "", element);
    const list =
      role === "tab" ? ancestors(element, 4).find((ancestor) => roleOf(ancestor) === "tablist") : undefined;
    if (list !== undefined) labels.getOrInsertComputed(list, () => []).push(element);
  }
  const lists = new Map<Element, readonly TabPanel[]>();
  const panels = new Set<Element>();
  /** The panels after the current element, the next one last. */
  const following: Element[] = [];
  // In reverse order, so that tab lists in a panel take their own panels first.
  for (const element of order.toReversed()) {
    if (roleOf(element) === "tabpanel") following.push(element);
    else {
      const next = createPanelQueue(following, panels);
      const tabs = (labels.get(element) ?? []).flatMap((label) => {
        const panel = panelOf(label, ids) ?? next();
        if (panel === undefined || panels.has(panel)) return [];
        panels.add(panel);
        return { title: innerText(label, { maxLength: 200 }), panel };
      });
      if (tabs.length > 0) lists.set(element, tabs);
    }
  }
  return { lists, panels };
}

/** Returns a function that removes and returns the next free panel, as long as the panels are siblings. */
function createPanelQueue(following: Element[], assigned: ReadonlySet<Element>): () => Element | undefined {
  let parent: Element | undefined;
  return () => {
    for (let panel = following.at(-1); panel !== undefined; panel = following.at(-1)) {
      const isAssigned = assigned.has(panel);
      if (!isAssigned && parent !== undefined && panel.parent !== parent) return undefined;
      following.pop();
      if (isAssigned) continue;
      parent = panel.parent;
      return panel;
    }
    return undefined;
  };
}

function panelOf(label: Element, ids: ReadonlyMap<string, Element>): Element | undefined {
  const link = label.name === "a" ? label : childElements(label).find(({ name }) => name === "a");
  const panelId = label.attributes.get("aria-controls") ?? link?.attributes.get("href")?.replace(/^#/, "");
  return panelId ? ids.get(panelId) : undefined;
}
