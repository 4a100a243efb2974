import { isDeepStrictEqual } from "node:util";
import type { PageCover, PageRecord } from "../content/index.ts";
import { type FrontMatter, frontMatterLength, readFrontMatter } from "../content/markdown/index.ts";
import { slugOf } from "../content/pages/index.ts";
import { addPageFields, readFrontMatterFields, setFrontMatter } from "../importing/markdown-tree/index.ts";
import { slugOfAddress } from "../importing/source/index.ts";
import { type ExportPaths, relativeAddress } from "./export-paths.ts";
import { writeTitle } from "./titles.ts";

/** Attributes of a page, and their names in front matter. */
const attributes = [
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

/** Adds the attributes of a page that its document does not contain to the front matter, in a section of their own. */
export async function withPageFrontMatter(
  markdown: string,
  record: PageRecord,
  from: string,
  paths: ExportPaths,
): Promise<string> {
  const front: FrontMatter = (await readFrontMatter(markdown)) ?? {};
  const title = record.title.trim();
  /** Fields of the document to change or remove. Covers are written there, as links are rewritten only there. */
  const changes = new Map<string, unknown>();
  for (const [name, value] of coverFields(record.cover, from, paths))
    if (front[name] !== value) changes.set(name, value);
  const pageFields = new Map<string, unknown>();
  const move = (name: string, value: unknown, isSet: boolean): void => {
    changes.set(name, undefined);
    if (isSet) pageFields.set(name, value);
  };
  for (const [name, written] of attributes)
    if (!isDeepStrictEqual(withoutEmpty(front[name]), record[name]))
      move(written, record[name], record[name] !== undefined);
  // The heading contains the title, unless Markdown cannot express it.
  const isWritten = writeTitle(title) !== undefined;
  if (front.title === undefined ? !isWritten : front.title.trim() !== title) move("title", title, !isWritten);
  if (hasSlugField(markdown) || record.slug !== (slugOfAddress(from) ?? slugOf(title)))
    pageFields.set("slug", record.slug);
  const own = changes.size === 0 ? markdown : await setFrontMatter(markdown, Object.fromEntries(changes));
  return addPageFields(own, Object.fromEntries(pageFields));
}

/** Records omit empty values. */
function withoutEmpty<T>(value: T): T | undefined {
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return isEmpty || value === "" || value === false ? undefined : value;
}

/** The front matter fields of a cover. */
function coverFields(
  cover: PageCover | undefined,
  from: string,
  paths: ExportPaths,
): ["cover" | "coverDark" | "coverY", string | number | undefined][] {
  if (cover === undefined) return [];
  const address = (image: PageCover["ref"]) => {
    if (image === undefined || image.kind === "url") return image?.url;
    const path = paths.files.get(image.file);
    return path === undefined ? undefined : relativeAddress(from, path);
  };
  return [
    ["cover", address(cover.ref)],
    ["coverDark", address(cover.refDark)],
    ["coverY", cover.yPos === 0 ? undefined : cover.yPos],
  ];
}

/** Whether the document has a field that importing would read as the slug. */
function hasSlugField(markdown: string): boolean {
  const block = markdown.slice(0, frontMatterLength(markdown));
  return /\bslug\b/.test(block) && readFrontMatterFields(block)?.slug !== undefined;
}
