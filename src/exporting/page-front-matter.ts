import { isDeepStrictEqual } from "node:util";
import type { PageCover, PageRecord } from "../content/index.ts";
import { type FrontMatter, frontMatterLength, readFrontMatter } from "../content/markdown/index.ts";
import { slugOf } from "../content/pages/index.ts";
import { addPageLines, linesIn, readFields, setFrontMatter } from "../importing/markdown-tree/index.ts";
import { slugOfAddress } from "../importing/source/index.ts";
import { type Places, relativeAddress } from "./export-paths.ts";
import { writeTitle } from "./titles.ts";

/** What both a record and the front matter call by a name, and how the latter spells it. */
const alike = [
  ["description", "description"],
  ["icon", "icon"],
  ["emoji", "emoji"],
  ["hidden", "hidden"],
  ["noIndex", "noIndex"],
  ["noRobotsIndex", "noRobotsIndex"],
  ["condition", "if"],
  ["layout", "layout"],
  ["variables", "vars"],
] as const;

/** The text of a page with all in its front matter that only its record says, and apart from what the text says itself. */
export async function withPageFrontMatter(
  markdown: string,
  record: PageRecord,
  from: string,
  places: Places,
): Promise<string> {
  const front: FrontMatter = (await readFrontMatter(markdown)) ?? {};
  const title = record.title.trim();
  /** What the text is not to say, or to say otherwise: an address only works in the text itself. */
  const changes = new Map<string, unknown>();
  for (const [name, value] of coverFields(record.cover, from, places))
    if (front[name] !== value) changes.set(name, value);
  const about = new Map<string, unknown>();
  const say = (name: string, value: unknown, isUnsaid: boolean): void => {
    changes.set(name, undefined);
    if (isUnsaid) about.set(name, value);
  };
  for (const [name, written] of alike)
    if (!isDeepStrictEqual(withoutNothing(front[name]), record[name]))
      say(written, record[name], record[name] !== undefined);
  // The heading says the title, where one can.
  const isWritten = writeTitle(title) !== undefined;
  if (front.title === undefined ? !isWritten : front.title.trim() !== title) say("title", title, !isWritten);
  if (saysSlug(markdown) || record.slug !== (slugOfAddress(from) ?? (await slugOf(title))))
    about.set("slug", record.slug);
  const own = changes.size === 0 ? markdown : await setFrontMatter(markdown, Object.fromEntries(changes));
  return addPageLines(own, Object.fromEntries(about));
}

/** What has no meaning is kept as absence in a record. */
function withoutNothing<T>(value: T): T | undefined {
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return isEmpty || value === "" || value === false ? undefined : value;
}

/** How the front matter spells a cover. Where a page has none, an address there leads to nothing. */
function coverFields(
  cover: PageCover | undefined,
  from: string,
  places: Places,
): ["cover" | "coverDark" | "coverY", string | number | undefined][] {
  if (cover === undefined) return [];
  const address = (image: PageCover["ref"]) => {
    if (image === undefined || image.kind === "url") return image?.url;
    const path = places.files.get(image.file);
    return path === undefined ? undefined : relativeAddress(from, path);
  };
  return [
    ["cover", address(cover.ref)],
    ["coverDark", address(cover.refDark)],
    ["coverY", cover.yPos === 0 ? undefined : cover.yPos],
  ];
}

/** Whether the author wrote something there that would be taken for the slug. */
function saysSlug(markdown: string): boolean {
  const block = markdown.slice(0, frontMatterLength(markdown));
  return /\bslug\b/.test(block) && readFields(linesIn(block))?.slug !== undefined;
}
