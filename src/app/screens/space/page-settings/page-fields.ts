import type { Page } from "../../../data/api-types.ts";
import type { PageFields } from "../change-tree.ts";
import type { ContentChange } from "../content-place.ts";

type Image =
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "url"; readonly url: string };
export type Layout = NonNullable<Page["layout"]>;

/** An image that was chosen and is not on the server yet. */
export interface ChosenFile {
  readonly name: string;
  readonly contentType: string;
  readonly base64: string;
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
  readonly cover: { readonly light: CoverImage; readonly dark: CoverImage; readonly yPos: number };
}

/** What a page has that says nothing about its layout. */
const defaultLayout: Layout = {
  ...{ width: "default", cover: true, coverSize: "hero", coverMask: "none" },
  ...{ title: true, description: true, tableOfContents: true, outline: true, pagination: true },
  ...{ metadata: true, tags: true, actions: true, anchors: true },
};

export function settingsOf(page: Page): PageSettings {
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

interface SettingsChange {
  readonly fields: PageFields;
  /** The files that the fields refer to. */
  readonly files: readonly ContentChange[];
}

/** The fields that differ, as a change. Undefined if none does. */
export function changeOf(before: PageSettings, after: PageSettings): SettingsChange | undefined {
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
  const tags = (settings: PageSettings) =>
    tagsIn(settings.tags).map((tag) => ({ tag, ...(tag === settings.primaryTag && { primary: true }) }));
  if (JSON.stringify(tags(before)) !== JSON.stringify(tags(after))) fields.tags = tags(after);
  const cover = coverChange(before.cover, after.cover);
  if (cover) fields.cover = cover.cover;
  if (Object.keys(fields).length === 0) return undefined;
  return { fields: fields as PageFields, files: cover?.files ?? [] };
}

function coverChange(before: PageSettings["cover"], after: PageSettings["cover"]) {
  if (before.light === after.light && before.dark === after.dark && before.yPos === after.yPos)
    return undefined;
  if (after.light === undefined) return { cover: null, files: [] };
  const files: { name: string; contentType: string; base64: string; ref: string }[] = [];
  const refOf = (image: CoverImage, ref: string): Image | undefined => {
    if (image === undefined || "kind" in image) return image;
    files.push({ ...image, ref });
    return { kind: "file", file: ref };
  };
  const ref = refOf(after.light, "cover");
  const refDark = refOf(after.dark, "cover-dark");
  const cover = { ref, ...(refDark && { refDark }), yPos: after.yPos };
  return { cover, files: files.length > 0 ? [{ operation: "insert_files" as const, files }] : [] };
}
