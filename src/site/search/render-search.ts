import type { MarkedText } from "../../search/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import {
  type FrameContext,
  readFrame,
  scopeLabel,
  type WrittenPage,
  writeOwnPage,
  writeSearchForm,
} from "../page/index.ts";
import type { ResourceCall } from "../resource/index.ts";
import type { SearchAnswer, SearchedPage, SiteQuery } from "./search-site.ts";

/** Renders a page of the site with what was found. */
export async function renderSearch(
  call: ResourceCall,
  query: SiteQuery,
  answer: SearchAnswer,
): Promise<WrittenPage> {
  const { context, settings, urls, assets } = call;
  const place = { ...call.place, trail: new Map() };
  const input = { place, settings, urls, assets, rootUrl: undefined };
  const frame = await readFrame(context, input);
  const { words } = frame;
  const main = html`<main id="~content" tabindex="-1" class="search-page"${attributes({ "data-searched": query.text || undefined, "data-results": answer.pages.length })}><h1>${words.search}</h1>${writeSearchForm(frame, query.text, "is-large", writeScopes(query, frame))}${
    query.text !== "" && writeAnswer(answer, frame)
  }</main>`;
  const title = query.text === "" ? words.search : `${query.text} – ${words.search}`;
  return writeOwnPage(title, main, frame, assets, [frame.search.styles]);
}

function writeScopes({ scope: chosen }: SiteQuery, { search, words }: FrameContext): Html | false {
  const choices = (search ? search.scopes : []).map(
    (scope) =>
      html`<label><input type="radio" name="scope"${attributes({ value: scope, checked: scope === chosen })}>${scopeLabel(scope, words)}</label>`,
  );
  return (
    choices.length > 0 &&
    html`<fieldset class="search-scopes"><legend class="hidden-text">${words.searching.searchIn}</legend>${choices}</fieldset>`
  );
}

function writeAnswer({ pages, corrected, similar }: SearchAnswer, { words }: FrameContext): Html {
  const { searching } = words;
  if (pages.length === 0)
    return html`<p class="search-status" role="status"><strong>${searching.nothingFound}.</strong> ${searching.tryOtherWords}</p>${
      similar.length > 0 &&
      html`<p>${searching.similarWords}: ${similar.map((word, i) => html`${i > 0 && ", "}<a rel="nofollow" href="?${new URLSearchParams({ q: word }).toString()}">${word}</a>`)}</p>`
    }`;
  const instead = corrected.length > 0 && `${searching.showingResultsFor} ${corrected.join(", ")}. `;
  return html`<p class="search-status" role="status">${instead}${searching.results}: ${pages.length}</p><ol class="search-list">${pages.map(writePage)}</ol>`;
}

function writePage({ url, title, trail, text, sections }: SearchedPage): Html {
  const items = sections.map(
    (section) =>
      html`<li>${writeResult(section.url, html`<strong>${writeMarked(section.title)}</strong>${writeText(section.text)}`)}</li>`,
  );
  const inner = html`${trail.length > 0 && html`<small>${trail.join(" / ")}</small>`}<strong>${writeMarked(title)}</strong>${writeText(text)}`;
  return html`<li>${writeResult(url, inner)}${items.length > 0 && html`<ul>${items}</ul>`}</li>`;
}

function writeResult(url: string, inner: Html): Html {
  return html`<a class="search-result" href="${url}">${inner}</a>`;
}

function writeText(text: MarkedText): Html | false {
  return text.join("") !== "" && html`<span>${writeMarked(text)}</span>`;
}

/** Bidirectional text is isolated, since results may be in other languages than the site. */
function writeMarked(parts: MarkedText): Html {
  return html`<bdi>${parts.map((part, i) => (i % 2 === 1 ? html`<mark>${part}</mark>` : part))}</bdi>`;
}
