import { leadingHeading, scanLines, withoutClosingHashes } from "../../content/markdown/index.ts";
import { pathFrom } from "../source/index.ts";

/** An entry of the sidebar of a wiki. */
export interface SidebarEntry {
  readonly address: string;
  readonly type: "page" | "group" | "link";
  readonly title: string;
  readonly href?: string;
  readonly parent: string | undefined;
}

interface Open {
  readonly indent: number;
  readonly address: string;
}

const item = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/s;
const heading = /^ {0,3}#{1,6}[ \t]+(.*)$/s;
const strong = /^(?:\*\*([^*]{1,500})\*\*|__([^_]{1,500})__):?[ \t]*$/;
const link = /(?<!!)\[((?:[^[\]\\]|\\.){0,500})\]\(<?([^()<>\s]{1,2048})>?(?: "[^"]{0,500}")?\)/g;

/** Reads the nested lists of a sidebar without the home page. Headings become groups. */
export function readSidebar(
  markdown: string,
  path: string,
  pages: ReadonlySet<string>,
  home?: string,
): SidebarEntry[] {
  const entries = new Map<string, SidebarEntry>();
  const open: Open[] = [];
  let group: string | undefined;
  const add = (text: string, parent: string | undefined): string => {
    const [, label = "", href = ""] = text.matchAll(link).next().value ?? [];
    const target = pathFrom(path, href);
    const title = leadingHeading(`# ${href === "" ? text : label}`) ?? "";
    if (target !== undefined && pages.has(target)) {
      // The first entry of a page counts.
      if (target !== home) entries.getOrInsert(target, { address: target, type: "page", title, parent });
      return target;
    }
    const address = `${path}/${entries.size + 1}`;
    const isExternal = /^https?:\/\//i.test(href) && title !== "";
    if (isExternal) entries.set(address, { address, type: "link", title, href, parent });
    else entries.set(address, { address, type: "group", title: title || "…", parent });
    return address;
  };
  const addItem = (indent: number, text: string): void => {
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    open.push({ indent, address: add(text, open.at(-1)?.address ?? group) });
  };
  for (const { text: line, isCode } of scanLines(markdown, { indentedCode: false })) {
    if (isCode) continue;
    const text = line.trimEnd();
    const [, indent = "", inItem] = item.exec(text) ?? [];
    const [, first, second] = strong.exec(text) ?? [];
    const [, inHeading = first ?? second] = heading.exec(text) ?? [];
    if (inItem !== undefined) addItem(indent.replaceAll("\t", "    ").length, inItem);
    else if (inHeading !== undefined) {
      open.length = 0;
      group = add(withoutClosingHashes(inHeading), undefined);
    } else for (const [whole] of text.matchAll(link)) addItem(0, whole);
  }
  return withoutEmptyGroups([...entries.values()]);
}

function withoutEmptyGroups(entries: readonly SidebarEntry[]): SidebarEntry[] {
  const needed = new Set<string>();
  const kept = entries.toReversed().filter(({ type, address, parent }) => {
    const isKept = type !== "group" || needed.has(address);
    if (isKept && parent !== undefined) needed.add(parent);
    return isKept;
  });
  return kept.reverse();
}
