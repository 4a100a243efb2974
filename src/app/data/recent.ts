import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useMe } from "./session.ts";
import { readStored, writeStored } from "./stored.ts";

/** Something that the user has opened lately. Only this browser knows it. */
export interface RecentItem {
  readonly path: string;
  readonly title: string;
  readonly kind: "space" | "collection" | "page" | "site" | "change-request";
  readonly emoji?: string;
  /** What contains it, such as the space of a page. */
  readonly note?: string;
}

const maxItems = 20;
const lists = signal<Readonly<Record<string, readonly RecentItem[]>>>({});

function keyOf(userId: string, organizationId: string): string {
  return `recent.${userId}.${organizationId}`;
}

/** What the user has opened in an organization, the last first. */
export function readRecent(userId: string, organizationId: string): readonly RecentItem[] {
  const key = keyOf(userId, organizationId);
  return lists.value[key] ?? readStored<readonly RecentItem[]>(key, []);
}

/** Remembers what a screen shows, when it is known. */
export function useOpenedItem(organizationId: string | undefined, item: RecentItem | undefined): void {
  const userId = useMe()?.id;
  useEffect(() => {
    if (userId === undefined || organizationId === undefined || item === undefined) return;
    const others = readRecent(userId, organizationId).filter(({ path }) => path !== item.path);
    setRecent(userId, organizationId, [item, ...others].slice(0, maxItems));
  }, [userId, organizationId, JSON.stringify(item)]);
}

function setRecent(userId: string, organizationId: string, items: readonly RecentItem[]): void {
  const key = keyOf(userId, organizationId);
  lists.value = { ...lists.value, [key]: items };
  writeStored(key, items);
}
