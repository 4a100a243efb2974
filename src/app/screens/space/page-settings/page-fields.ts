import type { Page } from "../../../data/api-types.ts";
import type { PageFields } from "../change-tree.ts";

export type Image =
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "url"; readonly url: string };
export type Layout = NonNullable<Page["layout"]>;

/** An image that was chosen and is not on the server yet. */
export interface ChosenFile {
  readonly chosen: File;
  /** Shows it in this browser. */
  readonly preview: string;
}

/** An image of a cover: one that the page has, an address or a chosen file. Undefined if there is none. */
export type CoverImage = Image | ChosenFile | undefined;

/** The settings of a page as they are in the form. */
export interface PageSettings {
  readonly title: string;
  readonly linkTitle: string;
  readonly description: string;
  readonly emoji: string;
  readonly icon: string;
  readonly slug: string;
  readonly hidden: boolean;
  readonly condition: string;
  readonly noIndex: boolean;
  readonly noRobotsIndex: boolean;
  readonly tags: string;
  readonly primaryTag: string;
  readonly layout: Layout;
  readonly cover: Cover<CoverImage>;
}

interface Cover<T> {
  readonly light: T | undefined;
  readonly dark: T | undefined;
  readonly yPos: number;
}

/** The settings when all images are on the server. */
export type StoredSettings = Omit<PageSettings, "cover"> & { readonly cover: Cover<Image> };

/** What a page has that says nothing about its layout. */
const defaultLayout: Layout = {
  ...{ width: "default", cover: true, coverSize: "hero", coverMask: "none" },
  ...{ title: true, description: true, tableOfContents: true, outline: true, pagination: true },
  ...{ metadata: true, tags: true, actions: true, anchors: true },
};

export function settingsOf(page: Page): StoredSettings {
  const cover = page.cover as { ref?: Image; refDark?: Image; yPos: number } | undefined;
  const tags = page.tags ?? [];
  return {
    ...{ title: page.title, linkTitle: page.linkTitle ?? "", description: page.description ?? "" },
    ...{ emoji: page.emoji ?? "", icon: page.icon ?? "", slug: page.slug ?? "" },
    ...{ hidden: page.hidden ?? false, condition: page.condition ?? "" },
    ...{ noIndex: page.noIndex ?? false, noRobotsIndex: page.noRobotsIndex ?? false },
    tags: tags.map(({ tag }) => tag.tag).join(", "),
    primaryTag: tags.find(({ primary }) => primary)?.tag.tag ?? "",
    layout: page.layout ?? defaultLayout,
    cover: { light: cover?.ref, dark: cover?.refDark, yPos: cover?.yPos ?? 0 },
  };
}

/** The names of tags in a text with commas between them, each once. */
export function tagsIn(text: string): string[] {
  return [...new Set(text.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
}

/** The fields that differ. Undefined if none does. */
export function changeOf(before: StoredSettings, after: StoredSettings): PageFields | undefined {
  const fields: Record<string, unknown> = {};
  const simple = [
    ...(["title", "linkTitle", "description", "emoji", "icon", "slug"] as const),
    ...(["hidden", "condition", "noIndex", "noRobotsIndex"] as const),
  ];
  for (const name of simple) if (before[name] !== after[name]) fields[name] = after[name];
  const layout = Object.entries(after.layout).filter(
    ([name, value]) => before.layout[name as keyof Layout] !== value,
  );
  // A layout is replaced as a whole.
  if (layout.length > 0) fields.layout = after.layout;
  const tags = (settings: StoredSettings) =>
    tagsIn(settings.tags).map((tag) => ({ tag, ...(tag === settings.primaryTag && { primary: true }) }));
  if (JSON.stringify(tags(before)) !== JSON.stringify(tags(after))) fields.tags = tags(after);
  const cover = coverChange(before.cover, after.cover);
  if (cover !== undefined) fields.cover = cover;
  return Object.keys(fields).length === 0 ? undefined : (fields as PageFields);
}

function coverChange(before: Cover<Image>, after: Cover<Image>) {
  const { light, dark, yPos } = after;
  if (before.light === light && before.dark === dark && before.yPos === yPos) return undefined;
  return light === undefined ? null : { ref: light, ...(dark && { refDark: dark }), yPos };
}
