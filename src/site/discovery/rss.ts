import { type Html, html } from "../html/index.ts";

export interface FeedItem {
  readonly title: string;
  readonly url: string;
  /** Identifies this state: readers show an item with a new id as new. */
  readonly id: string;
  readonly date: string;
  readonly paragraphs: readonly string[];
  readonly categories?: readonly string[];
}

export interface Feed {
  readonly title: string;
  readonly description: string;
  /** The URL of the page that the feed belongs to, and that of the feed. */
  readonly url: string;
  readonly selfUrl: string;
  readonly language: string;
  readonly items: readonly FeedItem[];
}

/** Characters that XML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
const invalid = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Writes a feed as RSS 2.0. The templates for HTML escape as XML needs it. */
export function writeRss({ title, description, url, selfUrl, language, items }: Feed): string {
  const last = items.map(({ date }) => date).reduce((a, b) => (a > b ? a : b), "");
  const channel = html`<title>${title}</title><link>${url}</link><description>${description}</description><language>${language}</language><atom:link href="${selfUrl}" rel="self" type="application/rss+xml"/>${
    last !== "" && html`<lastBuildDate>${writeDate(last)}</lastBuildDate>`
  }${items.map(writeItem)}`;
  const rss = html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${channel}</channel></rss>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${rss.text.toWellFormed().replace(invalid, "")}\n`;
}

function writeItem({ title, url, id, date, paragraphs, categories = [] }: FeedItem): Html {
  // The description is HTML, which is escaped once more.
  const description = paragraphs.map((paragraph) => html`<p>${paragraph}</p>`.text).join("");
  return html`
<item><title>${title}</title><link>${url}</link><guid isPermaLink="false">${id}</guid><pubDate>${writeDate(date)}</pubDate>${categories.map(
    (category) => html`<category>${category}</category>`,
  )}${description !== "" && html`<description>${description}</description>`}</item>`;
}

/** The dates of RFC 822, which RSS has. */
function writeDate(date: string): string {
  return new Date(date).toUTCString();
}
