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
  const sidebar = new Sidebar(path, pages, home);
  for (const { text: line, isCode } of scanLines(markdown, { indentedCode: false })) {
    if (isCode) continue;
    const text = line.trimEnd();
    const [, indent = "", inItem] = item.exec(text) ?? [];
    const [, first, second] = strong.exec(text) ?? [];
    const [, inHeading = first ?? second] = heading.exec(text) ?? [];
    if (inItem !== undefined) sidebar.addItem(indent.replaceAll("\t", "    ").length, inItem);
    else if (inHeading !== undefined) sidebar.addHeading(withoutClosingHashes(inHeading));
    else for (const [whole] of text.matchAll(link)) sidebar.addItem(0, whole);
  }
  return sidebar.finish();
}

class Sidebar {
  readonly #path: string;
  readonly #pages: ReadonlySet<string>;
  readonly #home: string | undefined;
  readonly #entries = new Map<string, SidebarEntry>();
  readonly #open: Open[] = [];
  #group: string | undefined;

  constructor(path: string, pages: ReadonlySet<string>, home: string | undefined) {
    this.#path = path;
    this.#pages = pages;
    this.#home = home;
  }

  addHeading(text: string): void {
    this.#open.length = 0;
    this.#group = this.#add(text, undefined);
  }

  addItem(indent: number, text: string): void {
    while ((this.#open.at(-1)?.indent ?? -1) >= indent) this.#open.pop();
    const address = this.#add(text, this.#open.at(-1)?.address ?? this.#group);
    this.#open.push({ indent, address });
  }

  /** Groups without entries are dropped. */
  finish(): SidebarEntry[] {
    const needed = new Set<string>();
    const kept = [...this.#entries.values()].toReversed().filter(({ type, address, parent }) => {
      const isKept = type !== "group" || needed.has(address);
      if (isKept && parent !== undefined) needed.add(parent);
      return isKept;
    });
    return kept.reverse();
  }

  #add(text: string, parent: string | undefined): string {
    const [, label = "", href = ""] = text.matchAll(link).next().value ?? [];
    const target = pathFrom(this.#path, href);
    const title = leadingHeading(`# ${href === "" ? text : label}`) ?? "";
    if (target !== undefined && this.#pages.has(target)) {
      // The first entry of a page counts.
      if (target !== this.#home && !this.#entries.has(target))
        this.#entries.set(target, { address: target, type: "page", title, parent });
      return target;
    }
    const address = `${this.#path}/${this.#entries.size + 1}`;
    const isExternal = /^https?:\/\//i.test(href) && title !== "";
    if (isExternal) this.#entries.set(address, { address, type: "link", title, href, parent });
    else this.#entries.set(address, { address, type: "group", title: title || "…", parent });
    return address;
  }
}
