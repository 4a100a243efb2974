import type { OpenTag } from "./html-tokens.ts";
import { classesOf, walkHtml } from "./walk-html.ts";

/** A list that is still open in what was written. */
interface OpenList {
  readonly name: string;
  readonly id: string;
  readonly level: number;
  hasItem: boolean;
}

const deepest = 20;

/**
 * Google Docs writes the levels of a list as lists one after the other, and how deep each is in a class. Here, they are put
 * into each other.
 */
export function nestLists(html: string): string {
  const writer = new ListWriter();
  /** For each list that is open in the source, whether it is one of those. */
  const lists: boolean[] = [];
  const isInList = (): boolean => lists.at(-1) ?? false;
  walkHtml(html, {
    open(tag) {
      const isList = tag.name === "ul" || tag.name === "ol";
      const known = isList ? listOf(tag) : undefined;
      const isOutside = lists.length === 0;
      if (isList) lists.push(known !== undefined);
      if (known !== undefined) return writer.openList(known, tag);
      if (tag.name === "li" && isInList()) return writer.openItem();
      if (isOutside) writer.closeAll();
      writer.push(html.slice(tag.at, tag.end));
    },
    close(name, at, end) {
      if (name === "li" && isInList()) return;
      if ((name === "ul" || name === "ol") && lists.pop()) return;
      if (lists.length === 0) writer.closeAll();
      writer.push(at === end ? `</${name}>` : html.slice(at, end));
    },
    text(at, end) {
      const text = html.slice(at, end);
      if (lists.length === 0 && /\S/.test(text)) writer.closeAll();
      writer.push(text);
    },
  });
  writer.closeAll();
  return writer.html();
}

function listOf(tag: OpenTag): Omit<OpenList, "hasItem"> | undefined {
  for (const name of classesOf(tag)) {
    const [, id, level] = /^lst-([\w.]{1,64})-(\d{1,2})$/.exec(name) ?? [];
    if (id !== undefined) return { name: tag.name, id, level: Math.min(Number(level), deepest) };
  }
  return undefined;
}

class ListWriter {
  readonly #parts: string[] = [];
  readonly #open: OpenList[] = [];

  push(text: string): void {
    this.#parts.push(text);
  }

  openList(list: Omit<OpenList, "hasItem">, tag: OpenTag): void {
    while ((this.#open.at(-1)?.level ?? -1) > list.level) this.#close();
    const last = this.#open.at(-1);
    if (last?.level === list.level) {
      if (last.name === list.name && last.id === list.id) return;
      this.#close();
    }
    const start = Number.parseInt(tag.attributes.get("start") ?? "1", 10);
    this.push(start > 1 ? `<${list.name} start="${start}">` : `<${list.name}>`);
    this.#open.push({ ...list, hasItem: false });
  }

  openItem(): void {
    const list = this.#open.at(-1);
    if (list?.hasItem) this.push("</li>");
    if (list !== undefined) list.hasItem = true;
    this.push("<li>");
  }

  closeAll(): void {
    while (this.#open.length > 0) this.#close();
  }

  html(): string {
    return this.#parts.join("");
  }

  #close(): void {
    const list = this.#open.pop();
    if (list !== undefined) this.push(`${list.hasItem ? "</li>" : ""}</${list.name}>`);
  }
}
