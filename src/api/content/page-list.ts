import { type Static, Type } from "@sinclair/typebox";
import { LRUCache } from "lru-cache";
import { type Content, countRecords, type PageRecord, pageTypes, rootOf } from "../../content/index.ts";
import { childIdsOf, findPages, type PageBranch, readTree } from "../../content/pages/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import {
  type Call,
  cursorScope,
  encodeCursor,
  ListOf,
  ListQuery,
  listReply,
  paginateArray,
  presentList,
  StringEnum,
} from "../http/index.ts";
import { type ContentCall, contentOf } from "./read-files.ts";

type ListedPage = Static<typeof ListedPage>;
const ListedPage = Type.Object(
  {
    id: Type.String(),
    title: Type.String({ description: "The title in the table of contents." }),
    type: StringEnum(pageTypes),
    depth: Type.Integer({ description: "The number of its ancestors." }),
    emoji: Type.Optional(Type.String()),
    icon: Type.Optional(Type.String()),
    hidden: Type.Optional(Type.Boolean()),
    condition: Type.Optional(Type.String()),
    href: Type.Optional(Type.String({ description: "The address of a link to another website." })),
  },
  { title: "ListedPage" },
);

export const PageListQuery = Type.Object(ListQuery);
export const PageList = ListOf(ListedPage);

/** The pages of contents by root, each once for all pages of its list. The limit is their number. */
const lists = new LRUCache<string, readonly ListedPage[]>({
  maxSize: 100_000,
  sizeCalculation: ({ length }) => length + 1,
});

type ListPagesCall = ContentCall & Call<unknown, { page?: string; limit: number }>;

/** Lists all pages in the order of the tree, with little of each: a tenth of the tree's JSON. */
export async function listPages(call: ListPagesCall) {
  const content = contentOf(call);
  if (call.query.page === undefined && !lists.has(rootOf(content))) return listFirstPages(call, content);
  const items = await readListedPages(content);
  const positions = (key: string) => {
    const [position = "0", id] = key.split(" ");
    // The content may have changed since the previous page of the list.
    const isUnchanged = items[Number(position)]?.id === id;
    return isUnchanged ? Number(position) : items.findIndex((item) => item.id === id);
  };
  const page = paginateArray(call, [...items.entries()], ([i, { id }]) => `${i} ${id}`, {
    itemsAfter: (key) => [...items.entries()].slice(positions(key) + 1),
  });
  return presentList(page, ([, item]) => item);
}

/** The beginning of the list. Its cost depends on the limit, not on the number of pages. */
async function listFirstPages(call: ListPagesCall, content: Content) {
  const { limit } = call.query;
  const items: ListedPage[] = [];
  const visit = async (parent: string, depth: number): Promise<void> => {
    const ids = await childIdsOf(content, parent, limit - items.length);
    const records = await findPages(content, ids);
    for (const id of ids) {
      const record = records.get(id);
      if (items.length === limit || record === undefined) return;
      items.push(presentListed(id, record, depth));
      if (items.length < limit) await visit(id, depth + 1);
    }
  };
  await visit("", 0);
  const count = await countRecords(content, "pages");
  const position = items.length - 1;
  const key = `${position} ${items[position]?.id}`;
  const scope = cursorScope(call, "asc", ["key"]);
  const next = { page: encodeCursor(call.context.secrets.cursors, scope, [key]) };
  return listReply({ count, next: items.length < count ? next : undefined }, items);
}

async function readListedPages(content: Content): Promise<readonly ListedPage[]> {
  const root = rootOf(content);
  const known = lists.get(root);
  if (known !== undefined) return known;
  const items: ListedPage[] = [];
  const yielder = new EventLoopYielder();
  const pending = toVisit(await readTree(content), 0);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { branch, depth } = next;
    items.push(presentListed(branch.id, branch.record, depth));
    for (const child of toVisit(branch.children, depth + 1)) pending.push(child);
    if (yielder.isDue) await yielder.yieldIfDue();
  }
  lists.set(root, items);
  return items;
}

/** Siblings from the last to the first, for a stack. */
function toVisit(branches: readonly PageBranch[], depth: number) {
  return branches.toReversed().map((branch) => ({ branch, depth }));
}

function presentListed(id: string, record: PageRecord, depth: number): ListedPage {
  const { type, title, linkTitle, emoji, icon, hidden, condition, target } = record;
  return {
    id,
    title: linkTitle ?? title,
    type,
    depth,
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    ...(hidden && { hidden }),
    ...(condition !== undefined && { condition }),
    ...(target?.kind === "url" && { href: target.url }),
  };
}
