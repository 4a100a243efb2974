import type { Context } from "../../api/http/index.ts";
import { html } from "../html/index.ts";
import { writeLabel } from "./frame-context.ts";
import type { NearestPage } from "./nearest-pages.ts";
import { type FrameInput, readFrame } from "./read-frame.ts";
import { writeSearchForm } from "./search-field.ts";
import { type WrittenPage, writeOwnPage } from "./write-page.ts";

/** Renders the page at the start of a space of which the visitor sees no page. */
export async function renderNoPages(context: Context, input: FrameInput): Promise<WrittenPage> {
  const frame = await readFrame(context, input);
  const { noPages } = frame.words;
  const main = html`<main id="~content" tabindex="-1"><h1>${noPages}</h1></main>`;
  return writeOwnPage(noPages, main, frame, input.assets);
}

/**
 * Renders the page for a path without a page. It looks like the site, lists pages with a similar name, and has a field to
 * search with a query.
 */
export async function renderNotFound(
  context: Context,
  input: FrameInput,
  nearestPages: readonly NearestPage[],
  query: string,
): Promise<WrittenPage> {
  const frame = await readFrame(context, input);
  const { words, urls } = frame;
  const nearest = nearestPages.map(
    ({ record, segments, section }) =>
      html`<li><a class="link-card" href="${urls.page(segments)}">${writeLabel(record, frame)}${
        section !== undefined && html`<span class="link-card-note">${section}</span>`
      }</a></li>`,
  );
  const main = html`<main id="~content" tabindex="-1"><h1>${words.notFound}</h1><p class="page-description">${words.notFoundText}</p>${writeSearchForm(frame, query, "is-large")}${
    nearest.length > 0 &&
    html`<h2 class="nearest-title">${words.nearestPages}</h2><ul class="nearest">${nearest}</ul>`
  }<p class="nearest-home"><a class="button button-primary" href="${urls.page([])}">${words.home}</a></p></main>`;
  return writeOwnPage(words.notFound, main, frame, input.assets);
}
