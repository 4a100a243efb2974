import { type Element, innerText, walk } from "../tree/index.ts";

export type Base = string | undefined;

/** Resolves a link of the page; undefined if it is empty, or has a scheme that a browser executes or renders. */
export function resolveHref(value: string | undefined, base: Base): string | undefined {
  const href = (value ?? "").replace(/[\t\n\r]/g, "").trim();
  if (href === "" || !isSafeUrl(href)) return undefined;
  return resolveAgainst(withoutRedirect(href), base);
}

function isSafeUrl(href: string): boolean {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(href.slice(0, 100).replace(/[\p{C}\s]/gu, "")) ?? [];
  return scheme === undefined || /^(?:https?|mailto|tel|ftp|sftp|ssh|git|irc|xmpp|sms|news)$/i.test(scheme);
}

function resolveAgainst(href: string, base: Base): string {
  // Fragments refer to the page itself, whatever the base.
  if (base === undefined || href.startsWith("#")) return href;
  if (URL.canParse(base)) return URL.parse(href, base)?.href ?? href;
  if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(href)) return href;
  return base.slice(0, base.lastIndexOf("/") + 1) + href.replace(/^\.\//, "");
}

/** The addresses of redirects in which Google Docs and Outlook wrap link targets. */
const redirects =
  /^https?:\/\/(?:(?:www\.)?google\.com\/url|[\w.-]{1,100}\.safelinks\.protection\.outlook\.com\/)\?/i;

function withoutRedirect(href: string): string {
  if (!redirects.test(href)) return href;
  const parameters = URL.parse(href)?.searchParams;
  const target = parameters?.get("q") ?? parameters?.get("url");
  return target && /^https?:/.test(target) ? target : href;
}

export interface HtmlLink {
  readonly href: string;
  readonly text: string;
}

export function linksIn(document: Element, base: Base): HtmlLink[] {
  const links: HtmlLink[] = [];
  for (const element of walk(document)) {
    if (element.name !== "a" && element.name !== "area") continue;
    const href = resolveHref(element.attributes.get("href"), base);
    if (href !== undefined) links.push({ href, text: linkText(element) });
  }
  return links;
}

function linkText(link: Element): string {
  const text = innerText(link, { maxLength: 300 });
  if (text !== "") return text;
  const { attributes } = link;
  return (attributes.get("aria-label") ?? attributes.get("title") ?? attributes.get("alt") ?? "")
    .trim()
    .slice(0, 300);
}
