import { readFileSync } from "node:fs";
import { type Block, plainText } from "../../../content/document/index.ts";
import { readMarkdown } from "../../../content/document/read/index.ts";
import { type HtmlPage, readHtml } from "../index.ts";
import type { NavigationEntry } from "../page/index.ts";

export function readSample(name: string, part: "main" | "all" = "main"): HtmlPage {
  return readHtml(readFileSync(new URL(`${name}.html.txt`, import.meta.url), "utf8"), part);
}

export function kindsOf({ markdown }: HtmlPage): string {
  return readMarkdown(markdown)
    .map(({ type }) => type)
    .join(" ");
}

/** A navigation as lines, each indented below the one that it belongs to. */
export function linesOf(entries: readonly NavigationEntry[], indent = ""): string[] {
  return entries.flatMap(({ title, href, children }) => [
    `${indent}${title}${href === undefined ? "" : ` (${href})`}`,
    ...linesOf(children, `${indent}  `),
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
      const own = inner.some(({ object }) => object === "block")
        ? allText(inner.filter((each) => each.object === "block"))
        : plainText(inner);
      return titles + own + fragments.map((fragment) => allText(fragment.nodes)).join("");
    })
    .join("");
}
