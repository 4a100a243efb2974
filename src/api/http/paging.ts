import { type RawBuilder, type ReferenceExpression, type SelectQueryBuilder, sql } from "kysely";
import { decodeCursor, encodeCursor } from "./cursors.ts";
import type { Call } from "./operation.ts";

interface Paging<DB, TB extends keyof DB, Matching, DB2, TB2 extends keyof DB2, Row> {
  /** What the list is about, with all its filters: counted as it stands. */
  readonly matching: SelectQueryBuilder<DB, TB, Matching>;
  /** Adds what one page of it shows. */
  readonly select: (page: SelectQueryBuilder<DB, TB, Matching>) => SelectQueryBuilder<DB2, TB2, Row>;
  /** The columns that order it, together unique, none of them null. */
  readonly keys: readonly [ReferenceExpression<DB, TB> & string, ...(ReferenceExpression<DB, TB> & string)[]];
  readonly order: "asc" | "desc";
  /** How many match, where that is known without counting. */
  readonly count?: number | undefined;
  /** For items of very different size: what each of them adds to a page, which ends when it is full. */
  readonly weight?: { readonly of: RawBuilder<number>; readonly most: number };
}

export interface Page<Row> {
  readonly rows: Row[];
  readonly count: number;
  readonly next?: { page: string };
}

/**
 * One page of a list, found by the keys of the last item of the page before: a deep page costs what the first
 * one does, and insertions and deletions elsewhere do not shift it.
 */
export async function readPage<DB, TB extends keyof DB, Matching, DB2, TB2 extends keyof DB2, Row>(
  call: Call<unknown, { page?: string; limit: number }>,
  { matching, select, keys, order, count: known, weight }: Paging<DB, TB, Matching, DB2, TB2, Row>,
): Promise<Page<Row>> {
  const secret = call.context.secrets.cursors;
  const { page } = call.query;
  const scope = cursorScope(call, order, keys);
  const refs = sql.join(keys.map((key) => sql.ref(key)));
  let rest = matching;
  if (page !== undefined) {
    const after = sql.join(decodeCursor(secret, scope, page));
    rest = rest.where(
      order === "asc" ? sql<boolean>`(${refs}) > (${after})` : sql<boolean>`(${refs}) < (${after})`,
    );
  }
  for (const key of keys) rest = rest.orderBy(sql.ref(key), order);

  const limit = await countFitting(rest, call.query.limit, weight);
  const query = select(rest)
    .limit(limit + 1)
    .select(keys.map((key, i) => sql<string>`${sql.ref(key)}`.as(keyName(i))));
  const [rows, count] = await Promise.all([query.execute() as Promise<Row[]>, known ?? countRows(matching)]);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    rows: rows.slice(0, limit),
    count,
    ...(last && {
      next: {
        page: encodeCursor(
          secret,
          scope,
          keys.map((_, i) => keyOf(last, i)),
        ),
      },
    }),
  };
}

/** How many of these rows make a page: one at least, whatever it weighs. Only their weights are read. */
async function countFitting<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  limit: number,
  weight: { readonly of: RawBuilder<number>; readonly most: number } | undefined,
): Promise<number> {
  if (weight === undefined) return limit;
  const weighed = rows.clearSelect().select(weight.of.as("weight")).limit(limit);
  const found = (await weighed.execute()) as unknown as { weight: number }[];
  const weights = found.map((row) => row.weight);
  const fitting = countWithin(weights, weight.most);
  return fitting === weights.length ? limit : fitting;
}

/** How many of these weights fit: one at least, whatever it is. */
export function countWithin(weights: readonly number[], most: number): number {
  let total = 0;
  const full = weights.findIndex((each) => {
    total += each;
    return total > most;
  });
  return full === -1 ? weights.length : Math.max(full, 1);
}

interface ItemPaging<Item> {
  /** What follows behind the item with this key, where that is not what has a greater one. */
  itemsAfter?(key: string): readonly Item[];
  /** For items of very different size: what each of them adds to a page, which ends when it is full. */
  readonly weight?: { of(item: Item): number; readonly most: number };
}

/** One page of a list that is small enough to be at hand as a whole, in the order of its keys. */
export function paginateArray<Item>(
  call: Call<unknown, { page?: string; limit: number }>,
  items: readonly Item[],
  keyOf: (item: Item) => string,
  { itemsAfter: behind = (key) => items.filter((item) => keyOf(item) > key), weight }: ItemPaging<Item> = {},
): Page<Item> {
  const secret = call.context.secrets.cursors;
  const { page } = call.query;
  const scope = cursorScope(call, "asc", ["key"]);
  const [key] = page === undefined ? [] : decodeCursor(secret, scope, page);
  const rest = key === undefined ? items : behind(key);
  const rows = rest.slice(0, call.query.limit);
  if (weight !== undefined) rows.length = countWithin(rows.map(weight.of), weight.most);
  const last = rest.length > rows.length ? rows.at(-1) : undefined;
  return {
    rows,
    count: items.length,
    ...(last !== undefined && { next: { page: encodeCursor(secret, scope, [keyOf(last)]) } }),
  };
}

/** What a cursor is bound to: the list, whose it is, and its order. */
export function cursorScope(
  { operationId, params }: Call,
  order: "asc" | "desc",
  keys: readonly string[],
): string {
  return [operationId, JSON.stringify(params), order, ...keys].join(" ");
}

async function countRows<DB, TB extends keyof DB, O>(
  matching: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const counting = matching.clearSelect().select(sql<number>`count(*)`.as("count"));
  const [row] = (await counting.execute()) as unknown as { count: number }[];
  return row?.count ?? 0;
}

function keyName(index: number): string {
  return `page_key_${index}`;
}

function keyOf(row: unknown, index: number): string {
  return String((row as Record<string, unknown>)[keyName(index)]);
}

/** The envelope of a list, each row shown as an item. */
export function presentList<Row, Item>(page: Page<Row>, present: (row: Row) => Item) {
  return listReply(page, page.rows.map(present));
}

/** The same for items that were made of all rows together. */
export function listReply<Item>({ next, count }: Page<unknown>, items: Item[]) {
  return { ...(next && { next }), count, items };
}
