import { escapeTitle } from "../../content/markdown/index.ts";
import { findPage } from "../../content/pages/index.ts";
import { normalizeSpace } from "../../platform/index.ts";
import { findVisiblePage } from "../../publishing/index.ts";
import { isTextPage, type ListedSpace, listPages, markdownUrl, openSpace } from "../markdown/index.ts";
import type { ResourceCall } from "../resource/index.ts";

/** In characters. What comes after is omitted, and a note says so. */
const maxLength = 20_000_000;

/** Writes the pages of spaces as links to their Markdown, as https://llmstxt.org describes it. */
export async function writePageList(call: ResourceCall, spaces: readonly ListedSpace[]): Promise<string> {
  let text = "";
  for await (const part of listParts(call, spaces)) {
    text += part;
    if (text.length > maxLength) return `${text}\nThe other pages are omitted.\n`;
  }
  return text;
}

async function* listParts(call: ResourceCall, spaces: readonly ListedSpace[]): AsyncGenerator<string> {
  const { context, place, settings, url, urls } = call;
  const { claims } = place.visit.visitor;
  yield `# ${lineOf(settings.title ?? place.site.title)}\n`;
  const description = await readDescription(call);
  if (description !== undefined) yield `\n> ${lineOf(description)}\n`;
  for (const listed of spaces) {
    const space = await openSpace(context, place, listed);
    if (space === undefined) continue;
    yield `\n## ${lineOf(listed.titles.join(" / "))}\n\n`;
    if (listed.description !== null) yield `${lineOf(listed.description)}\n\n`;
    let isInList = false;
    let group: string | undefined;
    for await (const page of listPages(space.content, claims)) {
      const { record, trail } = page;
      if (trail.size === 1) group = record.type === "group" ? record.title : undefined;
      if (record.noRobotsIndex || !(await isTextPage(space.content, page))) continue;
      // A group of which the visitor sees no page is omitted.
      if (group !== undefined) yield `${isInList ? "\n" : ""}### ${lineOf(group)}\n\n`;
      group = undefined;
      const address = url.origin + markdownUrl({ ...listed, view: place.view, trail }, urls);
      yield `- [${lineOf(record.title)}](${address})${record.description ? `: ${lineOf(record.description)}` : ""}\n`;
      isInList = true;
    }
  }
}

/** The description of the first page, since sites have none. */
async function readDescription({ place }: ResourceCall): Promise<string | undefined> {
  const { content } = place.space;
  const id = await findVisiblePage(content, [], place.visit.visitor.claims);
  return id === undefined ? undefined : (await findPage(content, id))?.description;
}

function lineOf(text: string): string {
  return escapeTitle(normalizeSpace(text));
}
