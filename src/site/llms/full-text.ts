import { findPageSegments } from "../../publishing/index.ts";
import { isTextPage, type ListedSpace, listPages, openSpace, writeMarkdown } from "../markdown/index.ts";
import { llmsPath } from "../page/index.ts";
import type { ResourceCall } from "../resource/index.ts";

/** In characters and milliseconds. What comes after is omitted, and a note says so. */
const [maxLength, maxWritingTime] = [50_000_000, 120_000];

/** Writes the text of all pages of spaces, one after the other, each with its URL. */
export async function* writeFullText(
  call: ResourceCall,
  spaces: readonly ListedSpace[],
): AsyncGenerator<string> {
  const { context, place, urls, url, settings } = call;
  const { visit, view } = place;
  const end = context.clock.time() + maxWritingTime;
  const written = { urls, origin: url.origin, locale: settings.internationalization.locale };
  let length = 0;
  for (const listed of spaces) {
    const space = await openSpace(context, place, listed);
    if (space === undefined) continue;
    const location = { ...place, ...listed, space };
    for await (const page of listPages(space.content, visit.visitor.claims)) {
      if (page.record.noRobotsIndex || !(await isTextPage(space.content, page))) continue;
      if (length > maxLength || context.clock.time() > end) {
        yield `\nThe other pages are omitted. They are listed at ${url.origin}${urls.resource([], llmsPath)}\n`;
        return;
      }
      const segments = await findPageSegments(view, location, page.id);
      const sitePage = { ...location, ...page, pageId: page.id, segments };
      const { markdown } = await writeMarkdown(context, sitePage, written);
      const text = `${length === 0 ? "" : "\n---\n\n"}Source: ${url.origin}${urls.page(segments)}\n\n${markdown}`;
      length += text.length;
      yield text;
    }
  }
}
