import { type Block, plainText } from "../../content/document/index.ts";

export interface OutlineItem {
  readonly id: string;
  readonly title: string;
  /** 1 for the largest headings of the page. */
  readonly level: number;
}

/** Blocks whose headings are always visible. Tabs and expandables may be closed. */
const openContainers = new Set(["columns", "column", "stepper", "stepper-step", "hint", "blockquote"]);

/** The headings of the two highest levels that the page has. */
export function outlineOf(blocks: readonly Block[]): OutlineItem[] {
  const headings = headingsIn(blocks);
  const top = Math.min(...headings.map(({ level }) => level));
  return headings.map((item) => ({ ...item, level: item.level - top + 1 })).filter(({ level }) => level <= 2);
}

function headingsIn(blocks: readonly Block[]): OutlineItem[] {
  return blocks.flatMap(({ type, meta, nodes = [] }) => {
    if (openContainers.has(type)) return headingsIn(nodes.filter((node) => node.object === "block"));
    const title = plainText(nodes).trim();
    if (!type.startsWith("heading-") || meta === undefined || title === "") return [];
    return [{ id: meta.id, title, level: Number(type.slice(-1)) }];
  });
}
