import { type Block, plainText } from "../../../content/document/index.ts";
import { readMarkdown } from "../../../content/document/read/index.ts";
import { readHtml } from "../index.ts";

export function markdownOf(body: string): string {
  return readHtml(body, "all").markdown;
}

/** The blocks that Lectern reads from the Markdown of a page. */
export function blocksOf(body: string): Block[] {
  return readMarkdown(markdownOf(body));
}

/** The text of all blocks. */
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
