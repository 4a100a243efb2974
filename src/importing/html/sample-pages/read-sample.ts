import { readFileSync } from "node:fs";
import { type Block, plainText } from "../../../content/document/index.ts";
import { readMarkdown } from "../../../content/document/read/index.ts";
import { type HtmlPage, readHtml } from "../index.ts";
import type { NavigationEntry } from "../page/index.ts";

export function readSample(name: string, part: "main" | "all" = "main"): HtmlPage {
  return readHtml(readFileSync(new URL(`${name}.html.txt`, import.meta.url), "utf8"), part);
}

export function blockTypesOf({ markdown }: HtmlPage): string {
  return readMarkdown(markdown)
    .map(({ type }) => type)
    .join(" ");
}

/** The entries of a navigation as lines. Children are indented. */
export function navigationLines(entries: readonly NavigationEntry[], indent = ""): string[] {
  return entries.flatMap(({ title, href, children }) => [
    `${indent}${title}${href === undefined ? "" : ` (${href})`}`,
    ...navigationLines(children, `${indent}  `),
  ]);
}

export function markdownOf(body: string): string {
  return readHtml(body, "all").markdown;
}

export function blocksOf(body: string): Block[] {
  return readMarkdown(markdownOf(body));
}

export function allText(nodes: readonly Block[]): string {
  return nodes
    .map(({ nodes: inner = [], fragments = [], type, data }) => {
      const columns = type === "table" ? Object.values(data.definition) : [];
      const titles = columns.map(({ title }) => title).join("");
      const text = inner.some(({ object }) => object === "block")
        ? allText(inner.filter((node) => node.object === "block"))
        : plainText(inner);
      // A header with marks is also in the title of its column.
      const cells = fragments.filter(({ fragment }) => !fragment.startsWith("header:"));
      return titles + text + cells.map((fragment) => allText(fragment.nodes)).join("");
    })
    .join("");
}
