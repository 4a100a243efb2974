import { type Block, blocksIn, plainText } from "../../content/document/index.ts";
import { finishYielding, type Steps, words } from "../../platform/index.ts";
import type { WrittenDocument } from "../document/index.ts";

export interface OutlineItem {
  readonly id: string;
  readonly title: string;
  /** 1 for the largest headings of the page. */
  readonly level: number;
}

/** Blocks whose headings are always visible. Tabs and expandables may be closed. */
const openContainers: ReadonlySet<string> = new Set([
  ...words("columns column stepper stepper-step hint blockquote updates update"),
]);

/** The titles in the blocks that show an API, by the data of the blocks. */
type ApiHeadings = WrittenDocument["apiHeadings"];

/** An outline of more headings has only those of the highest level, and at most as many of them. */
const maxItems = 300;

/** The headings of the two highest levels that the page has. Parts of an API are below them, unless one is first. */
export async function outlineOf(
  blocks: readonly Block[],
  apiHeadings: ApiHeadings = new Map(),
): Promise<OutlineItem[]> {
  const headings = await finishYielding(headingsIn(blocks, apiHeadings));
  const top = headings.reduce((least, { level }) => Math.min(least, level), apiLevel);
  const apiItemLevel = headings[0]?.level === apiLevel ? 1 : 2;
  const items = headings.flatMap((item) => {
    if (item.level === apiLevel) return [{ ...item, level: apiItemLevel }];
    return item.level <= top + 1 ? [{ ...item, level: item.level - top + 1 }] : [];
  });
  if (items.length <= maxItems) return items;
  return items.filter(({ level }) => level === 1).slice(0, maxItems);
}

/** Stands for the level of parts of an API. It is below all levels of headings. */
const apiLevel = 9;

function* headingsIn(blocks: readonly Block[], apiHeadings: ApiHeadings): Steps<OutlineItem[]> {
  const headings: OutlineItem[] = [];
  for (const { type, data, meta, nodes = [] } of blocks) {
    yield;
    for (const heading of apiHeadings.get(data) ?? []) headings.push({ ...heading, level: apiLevel });
    if (openContainers.has(type))
      for (const heading of yield* headingsIn(blocksIn(nodes), apiHeadings)) headings.push(heading);
    if (!type.startsWith("heading-") || meta === undefined) continue;
    const title = plainText(nodes).trim();
    if (title !== "") headings.push({ id: meta.id, title, level: Number(type.slice(-1)) });
  }
  return headings;
}
