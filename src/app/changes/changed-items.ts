import type { SemanticChange } from "../data/api-types.ts";
import { withoutMarkers } from "../data/conflict-title.ts";

export type ChangeKind = "created" | "edited" | "renamed" | "moved" | "deleted";

/** Something that differs: a page, a file, a reusable content, or the variables of the space. */
export interface ChangedItem {
  /** Unique among the items, and a name for its place on the screen. */
  readonly key: string;
  readonly id: string;
  readonly thing: "page" | "file" | "variables" | "reusableContent";
  readonly title: string;
  readonly path?: string | undefined;
  readonly kinds: readonly ChangeKind[];
  /** The changes that the list of the API has for it. */
  readonly changes: readonly SemanticChange[];
}

/** The changes of the API by what they change: a page that is moved and edited is one item. */
export function changedItems(changes: readonly SemanticChange[], variables: string): ChangedItem[] {
  const groups = Map.groupBy(changes, keyOf);
  return Array.from(groups, ([key, group]) => {
    const [first] = group;
    const named = first?.page ?? first?.reusableContent;
    const title = withoutMarkers(named?.title ?? first?.file?.name ?? variables);
    return {
      ...{ key, title, changes: group },
      id: first?.page?.id ?? first?.file?.id ?? first?.reusableContent?.id ?? "",
      thing: thingOf(first),
      path: first?.page?.path,
      kinds: [...new Set(group.flatMap(kindsOf))],
    };
  });
}

function keyOf({ page, file, reusableContent }: SemanticChange): string {
  if (page) return `page-${page.id}`;
  if (file) return `file-${file.id}`;
  return reusableContent ? `reusable-${reusableContent.id}` : "variables";
}

function thingOf(change: SemanticChange | undefined): ChangedItem["thing"] {
  if (change?.page) return "page";
  if (change?.file) return "file";
  return change?.reusableContent ? "reusableContent" : "variables";
}

function kindsOf({ type, attributes = {} }: SemanticChange): ChangeKind[] {
  if (type.endsWith("_created")) return ["created"];
  if (type.endsWith("_deleted")) return ["deleted"];
  if (type === "page_moved") return ["moved"];
  const names = Object.keys(attributes);
  const renaming = ["title", "linkTitle", "slug", "name"];
  const isRenamed = names.some((name) => renaming.includes(name));
  const isEdited = names.length === 0 || names.some((name) => !renaming.includes(name));
  return [...(isRenamed ? (["renamed"] as const) : []), ...(isEdited ? (["edited"] as const) : [])];
}
