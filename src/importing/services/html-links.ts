import { decodeHTML } from "entities";
import { walkHtml } from "./walk-html.ts";

/** What HTML says without its tags, on one line. */
export function plainText(html: string): string {
  const parts: string[] = [];
  walkHtml(html, { open: () => {}, close: () => {}, text: (at, end) => parts.push(html.slice(at, end)) });
  return decodeHTML(parts.join("")).replace(/\s+/g, " ").trim();
}

/** The links in HTML, in order. */
export function linksIn(html: string): { readonly href: string; readonly text: string }[] {
  const links: { href: string; from: number; to: number }[] = [];
  let isOpen = false;
  walkHtml(html, {
    open({ name, attributes, end }) {
      const href = attributes.get("href");
      if (name !== "a" || href === undefined || isOpen) return;
      isOpen = true;
      links.push({ href, from: end, to: html.length });
    },
    close(name, at) {
      const last = links.at(-1);
      if (name !== "a" || !isOpen || last === undefined) return;
      isOpen = false;
      last.to = at;
    },
    text: () => {},
  });
  return links.map(({ href, from, to }) => ({ href, text: plainText(html.slice(from, to)) }));
}
