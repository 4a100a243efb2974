import { type Block, plainText } from "../../content/document/index.ts";
import { finishYielding, type Steps } from "../../platform/index.ts";

export interface OutlineItem {
  readonly id: string;
  readonly title: string;
  /** 1 for the largest headings of the page. */
  readonly level: number;
}

/** Blocks whose headings are always visible. Tabs and expandables may be closed. */
const openContainers = new Set(["columns", "column", "stepper", "stepper-step", "hint", "blockquote"]);

/** An outline of more headings has only those of the highest level, and at most as many of them. */
const maxItems = 300;

/** The headings of the two highest levels that the page has. */
export async function outlineOf(blocks: readonly Block[]): Promise<OutlineItem[]> {
  const headings = await finishYielding(headingsIn(blocks));
  const top = headings.reduce((least, { level }) => Math.min(least, level), Number.POSITIVE_INFINITY);
  const items = headings.flatMap((item) =>
    item.level <= top + 1 ? [{ ...item, level: item.level - top + 1 }] : [],
  );
  if (items.length <= maxItems) return items;
  return items.filter(({ level }) => level === 1).slice(0, maxItems);
}

function* headingsIn(blocks: readonly Block[]): Steps<OutlineItem[]> {
  const headings: OutlineItem[] = [];
  for (const { type, meta, nodes = [] } of blocks) {
    yield;
    if (openContainers.has(type))
      for (const heading of yield* headingsIn(nodes.filter((node) => node.object === "block")))
        headings.push(heading);
    if (!type.startsWith("heading-") || meta === undefined) continue;
    const title = plainText(nodes).trim();
    if (title !== "") headings.push({ id: meta.id, title, level: Number(type.slice(-1)) });
  }
  return headings;
}
