import { pathFrom } from "../source/index.ts";
import { plainText } from "./html-links.ts";
import { walkHtml } from "./walk-html.ts";

/** A page as the index of a space lists it. */
export interface IndexEntry {
  readonly path: string;
  readonly title: string;
  readonly parent: string | undefined;
}

interface OpenItem {
  /** The page of the item that it is below. */
  readonly parent: string | undefined;
  path?: string;
  /** Where the title begins. */
  from: number;
}

/** The pages of a space in the order of its index, each with the one that its list is in; the space's home first. */
export function readIndex(html: string, base: string): readonly IndexEntry[] {
  const entries = new Map<string, IndexEntry>();
  const items: OpenItem[] = [];
  let titled: OpenItem | undefined;
  let home: string | undefined;
  walkHtml(html, {
    open({ name, attributes, end }) {
      const item = items.at(-1);
      if (name === "li") items.push({ parent: item?.path ?? item?.parent, from: end });
      else if (name === "img" && /home_page/.test(attributes.get("src") ?? "")) home ??= item?.path;
      else if (name === "a" && item !== undefined && item.path === undefined) {
        const path = pathFrom(base, attributes.get("href") ?? "");
        if (path === undefined) return;
        titled = item;
        item.path = path;
        item.from = end;
      }
    },
    close(name, at) {
      if (name === "li") items.pop();
      if (name !== "a" || titled?.path === undefined) return;
      const { path, parent, from } = titled;
      titled = undefined;
      if (!entries.has(path)) entries.set(path, { path, parent, title: plainText(html.slice(from, at)) });
    },
    text: () => {},
  });
  return homeFirst([...entries.values()], home);
}

/** The home goes before all else with what is below it, where the index has it among others. */
function homeFirst(entries: readonly IndexEntry[], home: string | undefined): readonly IndexEntry[] {
  const start = entries.findIndex(({ path, parent }) => path === home && parent === undefined);
  if (start <= 0) return entries;
  const next = entries.findIndex(({ parent }, i) => i > start && parent === undefined);
  const end = next < 0 ? entries.length : next;
  return [...entries.slice(start, end), ...entries.slice(0, start), ...entries.slice(end)];
}
