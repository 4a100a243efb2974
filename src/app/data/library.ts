import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { type ApiError, call } from "./api.ts";
import type { Collection, Space } from "./api-types.ts";
import {
  buildLibrary,
  currentDestination,
  type Destination,
  isPossibleMove,
  type Library,
  type LibraryItem,
  topLevel,
  withMove,
} from "./library-tree.ts";
import { changeStored, refresh, useList } from "./queries.ts";
import { createQueue } from "./queue.ts";
import { readStored, writeStored } from "./stored.ts";
import { showFailure } from "./toasts.ts";

interface LibraryState {
  /** Undefined until it is loaded. */
  readonly library: Library | undefined;
  readonly error?: ApiError | undefined;
}

/** Moves that the server has not confirmed yet. */
const pendingMoves = signal<readonly { readonly id: string; readonly destination: Destination }[]>([]);

const all = { all: true };
const listQuery = { limit: 1000 };

/** The collections and spaces of an organization that the user may see. */
export function useLibrary(organizationId: string | undefined): LibraryState {
  const params = organizationId === undefined ? undefined : { organizationId };
  const collections = useList("GET /orgs/:organizationId/collections", params, listQuery, all);
  const spaces = useList("GET /orgs/:organizationId/spaces", params, listQuery, all);
  const moves = pendingMoves.value;
  // Spaces are shown when all collections are known, so that none of them jumps into its collection later.
  const isKnown = collections.isComplete && spaces.data !== undefined;
  const loaded = useMemo(
    () => (isKnown ? buildLibrary([...(collections.data ?? []), ...(spaces.data ?? [])]) : undefined),
    [isKnown, collections.data, spaces.data],
  );
  const library = useMemo(
    () => loaded && moves.reduce((tree, { id, destination }) => withMove(tree, id, destination), loaded),
    [loaded, moves],
  );
  return { library, error: library ? undefined : (collections.error ?? spaces.error) };
}

/** Loads the tree of an organization again. */
export function refreshLibrary(organizationId: string): void {
  const path = `/orgs/${organizationId}`;
  refresh(`${path}/spaces`, `${path}/collections`, `${path}/recent-changes`);
}

export function pathOfItem({ object, id }: Pick<LibraryItem, "object" | "id">): string {
  return object === "space" ? `/spaces/${id}` : `/collections/${id}`;
}

/** Puts a changed item into the lists that are shown. */
function storeItem(item: LibraryItem): void {
  const list = `/orgs/${item.organization}/${item.object}s?limit=${listQuery.limit}`;
  changeStored<{ items: readonly LibraryItem[] }>(list, (stored) => ({
    ...stored,
    items: stored.items.map((other) => (other.id === item.id ? item : other)),
  }));
  changeStored(pathOfItem(item), () => item);
}

/** Moves an item; the tree shows it at once. The result reverts it, and is undefined if it failed or changes nothing. */
export async function moveItem(
  library: Library,
  item: LibraryItem,
  destination: Destination,
): Promise<(() => Promise<void>) | undefined> {
  if (!isPossibleMove(library, item.id, destination)) return undefined;
  const origin = currentDestination(library, item);
  const pending = { id: item.id, destination };
  pendingMoves.value = [...pendingMoves.value, pending];
  try {
    storeItem(await inOrder<LibraryItem>(() => sendMove(library, item, destination)));
    return async () => {
      storeItem(await inOrder<LibraryItem>(() => sendMove(library, item, origin)));
      refreshLibrary(item.organization);
    };
  } catch (error) {
    showFailure(error);
    return undefined;
  } finally {
    pendingMoves.value = pendingMoves.value.filter((move) => move !== pending);
    refreshLibrary(item.organization);
  }
}

/** A move is sent when the previous one is confirmed, because its place may depend on it. */
const inOrder = createQueue();

function sendMove(library: Library, item: LibraryItem, { parent, before, after }: Destination) {
  const position = {
    ...(before !== undefined && { before: pointerTo(library, before) }),
    ...(after !== undefined && { after: pointerTo(library, after) }),
  };
  const body = { parent: parent === topLevel ? null : parent, position };
  return item.object === "space"
    ? call("POST /spaces/:spaceId/move", { spaceId: item.id }, { body })
    : call("POST /collections/:collectionId/move", { collectionId: item.id }, { body });
}

function pointerTo({ byId }: Library, id: string) {
  return byId.get(id)?.object === "collection"
    ? { type: "collection" as const, collection: id }
    : { type: "space" as const, space: id };
}

export async function updateSpace(space: Space, body: { title: string; emoji: string | null }) {
  storeItem(await call("PATCH /spaces/:spaceId", { spaceId: space.id }, { body }));
}

export async function updateCollection(
  { id }: Collection,
  body: { title: string; description: string },
): Promise<void> {
  storeItem(await call("PATCH /collections/:collectionId", { collectionId: id }, { body }));
}

const openKey = (organizationId: string) => `library-open.${organizationId}`;
const openCollections = signal<Readonly<Record<string, readonly string[]>>>({});

/** The ids of the open collections of an organization, which the browser remembers. */
export function readOpen(organizationId: string): readonly string[] {
  return openCollections.value[organizationId] ?? readStored<readonly string[]>(openKey(organizationId), []);
}

export function setOpen(organizationId: string, ids: readonly string[], isOpen: boolean): void {
  const before = readOpen(organizationId);
  const others = before.filter((id) => !ids.includes(id));
  const open = isOpen ? [...others, ...ids] : others;
  if (isOpen && ids.every((id) => before.includes(id))) return;
  openCollections.value = { ...openCollections.value, [organizationId]: open };
  writeStored(openKey(organizationId), open);
}
