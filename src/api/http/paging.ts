import { createHmac, timingSafeEqual } from "node:crypto";
import { type RawBuilder, type ReferenceExpression, type SelectQueryBuilder, sql } from "kysely";
import { badInput } from "../../platform/index.ts";
import type { Call } from "./operation.ts";

/** A call of an operation that lists items. */
export type ListCall = Call<unknown, { page?: string; limit: number }>;

interface QueryPaging<DB, TB extends keyof DB, Matching, DB2, TB2 extends keyof DB2, Row, Item> {
  /** The filtered rows; also used for the count. */
  readonly matching: SelectQueryBuilder<DB, TB, Matching>;
  /** Adds the columns of a page. */
  readonly select: (page: SelectQueryBuilder<DB, TB, Matching>) => SelectQueryBuilder<DB2, TB2, Row>;
  /** The sort columns: unique together, and not null. */
  readonly keys: readonly [ReferenceExpression<DB, TB> & string, ...(ReferenceExpression<DB, TB> & string)[]];
  /** The default is ascending. */
  readonly order?: "asc" | "desc";
  /** The number of matching rows, if it is stored. */
  readonly count?: number | undefined;
  /** Limits the total weight of a page, for rows of very different size. */
  readonly weight?: { readonly of: RawBuilder<number>; readonly max: number };
  /** Whether the query may take long, so that it must not block the event loop. */
  readonly isLong?: boolean;
  present(rows: Row[]): Item[] | Promise<Item[]>;
}

export interface Page<Row> {
  readonly rows: Row[];
  readonly count: number;
  readonly next?: { page: string } | undefined;
}

/**
 * Reads one page of a list by keyset pagination: every page costs the same, and concurrent insertions and deletions do
 * not shift it.
 */
export async function readList<DB, TB extends keyof DB, Matching, DB2, TB2 extends keyof DB2, Row, Item>(
  call: ListCall,
  paging: QueryPaging<DB, TB, Matching, DB2, TB2, Row, Item>,
) {
  const { matching, select, keys, order = "asc", weight, count: stored, isLong = false } = paging;
  const secret = call.context.secrets.cursors;
  const { page } = call.query;
  const scope = cursorScope(call, order, keys);
  let rest = matching;
  if (page !== undefined) {
    const refs = sql.join(keys.map((key) => sql.ref(key)));
    const after = sql.join(decodeCursor(secret, scope, page));
    rest = rest.where(
      order === "asc" ? sql<boolean>`(${refs}) > (${after})` : sql<boolean>`(${refs}) < (${after})`,
    );
  }
  for (const key of keys) rest = rest.orderBy(sql.ref(key), order);

  // The rows of a short page are read with their weights, and those that are too much are dropped.
  const readWeight = call.query.limit <= shortPage ? weight : undefined;
  const maxRows = readWeight ? call.query.limit : await limitByWeight(rest, call.query.limit, weight);
  const sortKeys = keys.map((key, i) => sql<string>`${sql.ref(key)}`.as(keyName(i)));
  const query = select(rest)
    .limit(limitOf(maxRows + 1))
    .select(readWeight ? [...sortKeys, readWeight.of.as(weightName)] : sortKeys);
  const run: RunQuery = isLong ? runnerOfLong(call) : (query) => query.execute();
  const [rows, count] = await Promise.all([run(query) as Promise<Row[]>, stored ?? countRows(matching, run)]);
  const limit = readWeight ? Math.min(maxRows, countFitting(rows, readWeight.max)) : maxRows;
  const last = rows.length > limit ? (rows[limit - 1] as Record<string, unknown>) : undefined;
  const lastKeys = last && keys.map((_, i) => String(last[keyName(i)]));
  const next = lastKeys && { page: encodeCursor(secret, scope, lastKeys) };
  return listReply({ next, count }, await paging.present(rows.slice(0, limit)));
}

/** The default and the maximum number of items, and one more, by which the end of a list is found. */
const usualLimits: ReadonlySet<number> = new Set([50, 51, 1000, 1001]);

/**
 * Usual limits are literals: PostgreSQL plans such a statement once, where a parameter could be any number, so that it plans for each
 * execution, which takes longer than reading 50 rows. Each literal makes another statement, so other limits are parameters.
 */
function limitOf(limit: number): RawBuilder<number> {
  return usualLimits.has(limit) ? sql.lit(limit) : sql`${limit}`;
}

function keyName(index: number): string {
  return `page_key_${index}`;
}

/** The largest page whose rows are all read before it is known how many of them fit. */
const shortPage = 50;
const weightName = "page_weight";

/** The number of rows on a page with a maximum weight, by the weights that were read with them. */
function countFitting(rows: readonly unknown[], max: number): number {
  return countWithin(
    (rows as Record<string, number>[]).map((row) => row[weightName] ?? 0),
    max,
  );
}

/** The number of rows on a page with a maximum weight. Reads only the weights. */
async function limitByWeight<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  limit: number,
  weight: { readonly of: RawBuilder<number>; readonly max: number } | undefined,
): Promise<number> {
  if (weight === undefined) return limit;
  const weighed = rows.clearSelect().select(weight.of.as("weight")).limit(limitOf(limit));
  const weights = ((await weighed.execute()) as unknown as { weight: number }[]).map((row) => row.weight);
  const fitting = countWithin(weights, weight.max);
  return fitting === weights.length ? limit : fitting;
}

/** The number of leading weights whose sum is at most the maximum; at least one. */
export function countWithin(weights: readonly number[], max: number): number {
  let total = 0;
  const index = weights.findIndex((weight) => {
    total += weight;
    return total > max;
  });
  return index === -1 ? weights.length : Math.max(index, 1);
}

type RunQuery = (
  query: Pick<SelectQueryBuilder<never, never, unknown>, "compile" | "execute">,
) => Promise<unknown[]>;

function runnerOfLong({ context }: ListCall): RunQuery {
  return (query) => {
    const { sql: text, parameters } = query.compile();
    return context.database.runLong(text, parameters);
  };
}

async function countRows<DB, TB extends keyof DB, O>(
  matching: SelectQueryBuilder<DB, TB, O>,
  run: RunQuery,
): Promise<number> {
  const counting = matching.clearSelect().select(sql<number>`count(*)`.as("count"));
  const [row] = (await run(counting)) as { count: number }[];
  return row?.count ?? 0;
}

/** Limits the total weight of a page, for items of very different size. */
interface Weight<Item> {
  of(item: Item): number;
  readonly max: number;
}

interface ArrayPaging<Item> {
  /** Returns the items after the item with this key; by default, the items with a greater key. */
  itemsAfter?(key: string): readonly Item[];
  readonly weight?: Weight<Item>;
}

interface SourcePaging<Item> {
  readonly count: number;
  /** The first items after a key, or of all. */
  readAfter(key: string | undefined, limit: number): Promise<readonly Item[]>;
  keyOf(item: Item): string;
  readonly weight: Weight<Item>;
}

/** One page of a list that is read by its keys from somewhere else than the database. */
export async function paginateSource<Item>(
  call: ListCall,
  { readAfter, ...source }: SourcePaging<Item>,
): Promise<Page<Item>> {
  return pageOf(call, await readAfter(decodeKey(call), call.query.limit + 1), source);
}

/** One page of an array that is sorted by its keys. */
export function paginateArray<Item>(
  call: ListCall,
  items: readonly Item[],
  keyOf: (item: Item) => string,
  { itemsAfter = (key) => items.filter((item) => keyOf(item) > key), ...limits }: ArrayPaging<Item> = {},
): Page<Item> {
  const key = decodeKey(call);
  return pageOf(call, key === undefined ? items : itemsAfter(key), { count: items.length, keyOf, ...limits });
}

function keyScope(call: ListCall): string {
  return cursorScope(call, "asc", ["key"]);
}

/** The key of the last item of the previous page. */
function decodeKey(call: ListCall): string | undefined {
  const { page } = call.query;
  const [key] = page === undefined ? [] : decodeCursor(call.context.secrets.cursors, keyScope(call), page);
  return key;
}

/** The first of the items after the previous page, and the cursor of the next page if there are more. */
function pageOf<Item>(
  call: ListCall,
  rest: readonly Item[],
  { count, keyOf, weight }: Pick<SourcePaging<Item>, "count" | "keyOf"> & Pick<ArrayPaging<Item>, "weight">,
): Page<Item> {
  const rows = rest.slice(0, call.query.limit);
  if (weight !== undefined) rows.length = countWithin(rows.map(weight.of), weight.max);
  const last = rest.length > rows.length ? rows.at(-1) : undefined;
  const secret = call.context.secrets.cursors;
  return {
    rows,
    count,
    ...(last !== undefined && { next: { page: encodeCursor(secret, keyScope(call), [keyOf(last)]) } }),
  };
}

/** The body of a list reply, with each row presented as an item. */
export function presentList<Row, Item>(page: Page<Row>, present: (row: Row) => Item) {
  return listReply(page, page.rows.map(present));
}

export function listReply<Item>({ next, count }: Omit<Page<unknown>, "rows">, items: Item[]) {
  return { ...(next && { next }), count, items };
}

/** A cursor is valid for one list and order only. */
export function cursorScope(
  { operationId, params }: Pick<Call, "operationId" | "params">,
  order: "asc" | "desc",
  keys: readonly string[],
): string {
  return [operationId, JSON.stringify(params), order, ...keys].join(" ");
}

const signatureLength = 12;

/** An opaque, signed text with the sort keys of the last item of a page. */
export function encodeCursor(secret: string, scope: string, keys: readonly string[]): string {
  const payload = Buffer.from(JSON.stringify(keys));
  return Buffer.concat([sign(secret, scope, payload), payload]).toString("base64url");
}

/** Refuses forged cursors and cursors of another scope. */
export function decodeCursor(secret: string, scope: string, cursor: string): string[] {
  const bytes = Buffer.from(cursor, "base64url");
  const payload = bytes.subarray(signatureLength);
  const signature = bytes.subarray(0, signatureLength);
  const isValid =
    signature.length === signatureLength &&
    bytes.toString("base64url") === cursor &&
    timingSafeEqual(signature, sign(secret, scope, payload));
  if (!isValid) throw badInput("page", "is not a cursor of this list; omit it to start at the first page");
  return JSON.parse(payload.toString());
}

function sign(secret: string, scope: string, payload: Buffer): Buffer {
  const hmac = createHmac("sha256", secret).update(scope).update("\0").update(payload);
  return hmac.digest().subarray(0, signatureLength);
}
