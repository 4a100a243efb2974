import { type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { type ApiError, call, type GetRoute, type Params, pathFor, type Query, type Reply } from "./api.ts";
import { onReconnect } from "./connection.ts";

/** What is known of a reply: data may be shown while it is loaded again. */
export interface QueryState<T> {
  readonly data?: T;
  readonly error?: ApiError;
  readonly isLoading: boolean;
}

interface Entry {
  readonly state: Signal<QueryState<unknown>>;
  /** Loads the reply again. */
  load(): Promise<void>;
  isStale: boolean;
  /** The number of mounted components that show it. */
  users: number;
}

/** Replies by their path. They are shown at once when a screen is opened again, and loaded again behind it. */
const entries = new Map<string, Entry>();
const maxEntries = 300;

onReconnect(() => markStale(() => true));

/** Reads from the API. The component is drawn again when the reply arrives or changes. Undefined parameters wait. */
export function useQuery<R extends GetRoute>(
  route: R,
  params: Params<R> | undefined,
  query?: Query<R>,
): QueryState<Reply<R>> {
  const key = params && pathOf(route, params, query);
  const entry = useEntry(key, async () =>
    params === undefined ? undefined : call(route, params, query === undefined ? {} : { query }),
  );
  return (entry?.state.value ?? { isLoading: true }) as QueryState<Reply<R>>;
}

/** Reads what one GET does not answer, such as a query with a body. The key names it; undefined waits. */
export function useReply<T>(key: string | undefined, load: () => Promise<T>): QueryState<T> {
  const entry = useEntry(key, load);
  return (entry?.state.value ?? { isLoading: true }) as QueryState<T>;
}

/** The replies of a list, page by page. */
export interface ListState<Item> extends QueryState<readonly Item[]> {
  /** The number of all items, loaded or not. */
  readonly count?: number;
  readonly isComplete: boolean;
  loadMore(): void;
}

export type ListRoute = {
  [R in GetRoute]: Reply<R> extends { items: readonly unknown[]; next?: unknown } ? R : never;
}[GetRoute];
export type ItemOf<R extends ListRoute> = Reply<R> extends { items: readonly (infer Item)[] } ? Item : never;

interface LoadedList {
  readonly items: readonly unknown[];
  readonly count?: number;
  readonly next?: string;
}

interface ListOptions {
  /** Loads all pages of the list, one after the other. */
  readonly all?: boolean;
  /** The number of items in the first reply, so that a long list begins as early as a short one. */
  readonly first?: number;
}

/**
 * Reads a list from the API. `loadMore` adds the next page; with `all`, all pages are loaded one after the other.
 */
export function useList<R extends ListRoute>(
  route: R,
  params: Params<R> | undefined,
  query?: Query<R>,
  { all = false, first }: ListOptions = {},
): ListState<ItemOf<R>> {
  const key = params && pathOf(route, params, query);
  const loadPage = async (page?: string): Promise<LoadedList> => {
    if (params === undefined) return { items: [] };
    const limit = page === undefined && first !== undefined ? { limit: first } : {};
    const input = { query: { ...query, page, ...limit } as unknown as Query<R> };
    const reply = (await call(route, params, input)) as {
      items: unknown[];
      count?: number;
      next?: { page: string };
    };
    return {
      items: reply.items,
      ...(reply.count !== undefined && { count: reply.count }),
      ...(reply.next && { next: reply.next.page }),
    };
  };
  const entry = useEntry(key && `list ${key}`, async (isCurrent) => {
    // As many items as are shown are loaded again, so that the list does not jump.
    const shown =
      (entries.get(`list ${key}`)?.state.peek().data as LoadedList | undefined)?.items.length ?? 0;
    let list = await loadPage();
    while (list.next !== undefined && (all || list.items.length < shown) && isCurrent()) {
      if (all && shown === 0) publish(`list ${key}`, list);
      list = append(list, await loadPage(list.next));
    }
    return list;
  });
  const state = entry?.state.value ?? { isLoading: true };
  const list = state.data as LoadedList | undefined;
  return {
    ...state,
    data: list?.items as readonly ItemOf<R>[],
    ...(list?.count !== undefined && { count: list.count }),
    isComplete: list !== undefined && list.next === undefined,
    loadMore: () => {
      // After an error, the list is loaded again by `refresh` only: rows in view would ask without end.
      if (entry === undefined || list?.next === undefined || state.isLoading || state.error) return;
      const { next } = list;
      entry.state.value = { data: list, isLoading: true };
      // A list that was changed meanwhile is being loaded again.
      const finish = (state: QueryState<LoadedList>) => {
        if (entry.state.peek().data === list) entry.state.value = state;
      };
      loadPage(next).then(
        (page) => finish({ data: append(list, page), isLoading: false }),
        (error) => finish({ data: list, error, isLoading: false }),
      );
    },
  };
}

function append(list: LoadedList, page: LoadedList): LoadedList {
  return { ...page, items: [...list.items, ...page.items] };
}

function publish(key: string, list: LoadedList): void {
  const entry = entries.get(key);
  if (entry) entry.state.value = { data: list, isLoading: true };
}

function pathOf(route: string, params: Readonly<Record<string, string>>, query?: object): string {
  return pathFor(route.slice("GET ".length), params, query);
}

function useEntry(
  key: string | undefined,
  load: (isCurrent: () => boolean) => Promise<unknown>,
): Entry | undefined {
  // The entry is created while drawing, so that a stored reply is in the first paint.
  const entry = useMemo(() => (key === undefined ? undefined : entryFor(key, load)), [key]);
  useEffect(() => {
    if (entry === undefined) return;
    entry.users++;
    if (entry.isStale) void entry.load();
    return () => {
      entry.users--;
      // The next screen that shows it loads it again, behind what is stored.
      entry.isStale = true;
    };
  }, [entry]);
  return entry;
}

function entryFor(key: string, load: (isCurrent: () => boolean) => Promise<unknown>): Entry {
  const known = entries.get(key);
  if (known !== undefined) return known;
  let attempt = 0;
  const state = signal<QueryState<unknown>>({ isLoading: true });
  const entry: Entry = {
    state,
    isStale: true,
    users: 0,
    load: async () => {
      const current = ++attempt;
      const isCurrent = () => current === attempt;
      entry.isStale = false;
      state.value = { ...state.peek(), isLoading: true };
      try {
        const data = await load(isCurrent);
        if (isCurrent()) state.value = { data, isLoading: false };
      } catch (error) {
        if (!isCurrent()) return;
        entry.isStale = true;
        const { data } = state.peek();
        state.value = { ...(data !== undefined && { data }), error: error as ApiError, isLoading: false };
      }
    },
  };
  entries.set(key, entry);
  forgetOldest();
  return entry;
}

function forgetOldest(): void {
  for (const [key, { users }] of entries) {
    if (entries.size <= maxEntries) return;
    if (users === 0) entries.delete(key);
  }
}

function markStale(matches: (path: string) => boolean): void {
  for (const [key, entry] of entries) {
    if (!matches(key.replace(/^list /, ""))) continue;
    entry.isStale = true;
    if (entry.users > 0) void entry.load();
    else entries.delete(key);
  }
}

/** Loads the replies again whose path begins with one of these: what is shown at once, the rest when it is shown. */
export function refresh(...paths: readonly string[]): void {
  markStale((key) =>
    paths.some((path) => key === path || key.startsWith(`${path}/`) || key.startsWith(`${path}?`)),
  );
}

/** Loads the reply of a path again, and not those below it. */
export function refreshOnly(path: string): void {
  markStale((key) => key === path);
}

/** Changes the stored reply of a path before the server has confirmed a change. The result undoes it. */
export function changeStored<T>(path: string, change: (data: T) => T): () => void {
  const changed = [path, `list ${path}`].flatMap((key) => {
    const entry = entries.get(key);
    const { data } = entry?.state.peek() ?? {};
    if (entry === undefined || data === undefined) return [];
    entry.state.value = { ...entry.state.peek(), data: change(data as T) };
    // A reply that was asked for earlier may not have the change.
    if (entry.state.peek().isLoading) void entry.load();
    return [{ entry, data }];
  });
  return () => {
    for (const { entry, data } of changed) entry.state.value = { ...entry.state.peek(), data };
  };
}

/**
 * Changes the items of the stored lists of a path, whatever their query, before the server has confirmed it. Undefined removes an
 * item. The result undoes it.
 */
export function changeStoredItems<Item>(path: string, change: (item: Item) => Item | undefined): () => void {
  const undo = [...entries.keys()].flatMap((key) => {
    if (key !== `list ${path}` && !key.startsWith(`list ${path}?`)) return [];
    return changeStored<LoadedList>(key.slice("list ".length), (list) => {
      const items = (list.items as readonly Item[]).map(change).filter((item) => item !== undefined);
      const removed = list.items.length - items.length;
      return { ...list, items, ...(list.count !== undefined && { count: list.count - removed }) };
    });
  });
  return () => {
    for (const revert of undo) revert();
  };
}
