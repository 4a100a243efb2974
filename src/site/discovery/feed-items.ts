import { hash } from "node:crypto";
import { type Block, nodeText, plainText } from "../../content/document/index.ts";
import { type Content, type PageRecord, readEvaluatedBlocks } from "../../content/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import { type Claims, isPageVisible, type ResolvedUrl } from "../../publishing/index.ts";
import { findHomePath, summaryOf } from "../page/index.ts";
import { findRecentPages } from "./listed-pages.ts";
import type { FeedItem } from "./rss.ts";

const maxItems = 30;
/** The maximum number of characters of an update. */
const maxTextLength = 4_000;

/** The pages of a space that were changed last and that the visitor sees. `urlOf` has the paths of a page and of the first one. */
export async function readChangedPages(
  { space, visit }: ResolvedUrl,
  urlOf: (path: string, home: string | undefined) => string,
): Promise<FeedItem[]> {
  const { content } = space;
  const { claims } = visit.visitor;
  const home = await findHomePath(content, claims);
  const yielder = new EventLoopYielder();
  const items: FeedItem[] = [];
  for (const { id, record, path } of await findRecentPages(content)) {
    await yielder.yieldIfDue();
    if (items.length === maxItems) break;
    if (!(await isPageVisible(content, record, claims))) continue;
    const { title, updatedAt: date } = record;
    const url = urlOf(path, home);
    const text = record.description ?? summaryOf(await readPageBlocks(content, id, record, claims));
    items.push({ title, url, date, id: `${url}#${date}`, paragraphs: text === undefined ? [] : [text] });
  }
  return items;
}

export async function readPageBlocks(
  content: Content,
  origin: string,
  page: PageRecord,
  claims: Claims,
): Promise<readonly Block[]> {
  const input = { content, origin, page, hash: page.document, claims };
  return (await readEvaluatedBlocks(input, "true")).nodes;
}

/** The entries of the lists of updates in a page, the newest first. Undefined if it has no list. */
export async function readUpdates(blocks: readonly Block[], url: string): Promise<FeedItem[] | undefined> {
  const lists = blocks.filter(({ type }) => type === "updates");
  if (lists.length === 0) return undefined;
  const updates = lists.flatMap(({ nodes = [] }) => nodes.filter((node) => node.object === "block"));
  const yielder = new EventLoopYielder();
  const items: FeedItem[] = [];
  for (const update of updates) {
    await yielder.yieldIfDue();
    if (update.type === "update") items.push(itemOf(update, url));
  }
  return items.sort((a, b) => (a.date > b.date ? -1 : 1)).slice(0, maxItems);
}

function itemOf({ data, nodes = [] }: Extract<Block, { type: "update" }>, url: string): FeedItem {
  const { date, tags = [] } = data;
  const blocks: readonly Block[] = nodes.filter((node) => node.object === "block");
  const heading = blocks.find(({ type }) => type.startsWith("heading-"));
  const paragraphs = textsOf(blocks.filter((block) => block !== heading));
  const title = heading === undefined ? titleFrom(paragraphs[0] ?? date) : plainText(heading.nodes ?? []);
  const anchor = heading?.meta?.id;
  return {
    title,
    url: anchor === undefined ? url : `${url}#${encodeURIComponent(anchor)}`,
    id: `${url}#${hash("sha256", JSON.stringify([date, title]), "hex").slice(0, 16)}`,
    date,
    paragraphs,
    categories: tags.map(({ tag }) => tag),
  };
}

function textsOf(blocks: readonly Block[]): string[] {
  const texts: string[] = [];
  let length = 0;
  for (const block of blocks)
    for (const text of nodeText(block).split("\n")) {
      if (text.trim() === "") continue;
      if (length + text.length > maxTextLength) return [...texts, "…"];
      length += text.length;
      texts.push(text);
    }
  return texts;
}

function titleFrom(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80).replace(/\s\S*$/, "")}…`;
}
