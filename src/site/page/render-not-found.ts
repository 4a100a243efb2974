import type { Context } from "../../api/http/index.ts";
import type { LocatedPage } from "../../content/pages/index.ts";
import { html } from "../html/index.ts";
import { writeLabel } from "./frame-context.ts";
import { type FrameInput, readFrame } from "./read-frame.ts";
import { writeSearchForm } from "./search-field.ts";
import { type WrittenPage, writeOwnPage } from "./write-page.ts";

/**
 * Renders the page for a path without a page. It looks like the site, lists pages with a similar name, and has a field to
 * search with a query.
 */
export async function renderNotFound(
  context: Context,
  input: FrameInput,
  nearestPages: readonly LocatedPage[],
  query: string,
): Promise<WrittenPage> {
  const frame = await readFrame(context, input);
  const { words, urls } = frame;
  const nearest = nearestPages.map(
    ({ record, path }) =>
      html`<li><a class="link-card" href="${frame.pageUrl(path.split("/"))}">${writeLabel(record, frame)}</a></li>`,
  );
  const main = html`<main id="content" tabindex="-1"><h1>${words.notFound}</h1><p class="page-description">${words.notFoundText}</p>${writeSearchForm(frame, query, "is-large")}${
    nearest.length > 0 &&
    html`<h2 class="nearest-title">${words.nearestPages}</h2><ul class="nearest">${nearest}</ul>`
  }<p class="nearest-home"><a class="button button-primary" href="${urls.page([])}">${words.home}</a></p></main>`;
  return writeOwnPage(words.notFound, main, frame, input.assets);
}
