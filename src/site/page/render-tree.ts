import type { Context } from "../../api/http/index.ts";
import { ancestorsOf, findPage } from "../../content/pages/index.ts";
import { isPageVisible } from "../../publishing/index.ts";
import { html } from "../html/index.ts";
import { type LevelPart, omitDeadEnds, readLevelPart, type TreeLevel } from "./navigation.ts";
import { writeLevel } from "./page-tree.ts";
import { type FrameInput, linkRefs, readFrame } from "./read-frame.ts";
import { type WrittenPage, writeOwnPage } from "./write-page.ts";

/** Renders a part of the page tree as a list, for scripts; undefined if the visitor does not see its parent. */
export async function renderTreeFragment(
  context: Context,
  input: FrameInput,
  part: LevelPart,
): Promise<WrittenPage | undefined> {
  const { level, frame } = (await readTreePart(context, input, part)) ?? {};
  if (level === undefined || frame === undefined) return undefined;
  return {
    html: [(writeLevel(level, frame) || html`<ul></ul>`).text],
    dependencies: frame.targets.dependencies,
    contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
  };
}

/** Renders the same part as a page of the site, for browsers without scripts. */
export async function renderTreePage(
  context: Context,
  input: FrameInput,
  part: LevelPart,
): Promise<WrittenPage | undefined> {
  const { level, frame } = (await readTreePart(context, input, part)) ?? {};
  if (level === undefined || frame === undefined) return undefined;
  const { pages } = frame.words;
  const main = html`<main id="~content" tabindex="-1"><h1>${pages}</h1><div class="tree-page">${writeLevel(level, frame, frame.contentLanguage)}</div></main>`;
  return writeOwnPage(pages, main, frame, input.assets);
}

async function readTreePart(context: Context, input: FrameInput, part: LevelPart) {
  const level = await readPart(input, part);
  if (level === undefined) return undefined;
  const frame = await readFrame(context, input, [...linkRefs(level)]);
  return { level: omitDeadEnds(level, frame.targets), frame };
}

async function readPart({ place }: FrameInput, part: LevelPart): Promise<TreeLevel | undefined> {
  const { content } = place.space;
  const { claims } = place.visit.visitor;
  if (part.parent === "") return readLevelPart({ content, claims }, part, []);
  const record = await findPage(content, part.parent);
  if (record === undefined || !(await isPageVisible(content, record, claims))) return undefined;
  const ancestors = await ancestorsOf(content, record);
  const path = [record, ...ancestors.values()].map(({ slug }) => slug).reverse();
  return readLevelPart({ content, claims }, part, path);
}
