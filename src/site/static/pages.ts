import { html } from "../html/index.ts";
import type { WrittenPage } from "../page/index.ts";

/** A page with its policy in the document: a static host sends no header for it. */
export function withPolicy({ html: parts, contentSecurityPolicy }: WrittenPage): string {
  // Browsers ignore this directive in documents, with a warning.
  const policy = contentSecurityPolicy.replace(/; frame-ancestors [^;]*/, "");
  const meta = html`<meta http-equiv="content-security-policy" content="${policy}">`;
  return parts.join("").replace('<meta charset="utf-8">', (charset) => charset + meta.text);
}

/** A page that leads to another one. */
export function redirectPage(url: string, title: string): string {
  return html`<!doctype html><html><head><meta charset="utf-8"><title>${title}</title><meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${url}"></head><body><a href="${url}">${title}</a></body></html>`
    .text;
}
