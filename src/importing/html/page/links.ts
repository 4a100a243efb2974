import { type Element, innerText, walk } from "../tree/index.ts";

export type Base = string | undefined;

/** Resolves an address of the page; undefined for an empty one, and for a scheme that a browser executes or renders. */
export function addressIn(written: string | undefined, base: Base): string | undefined {
  const address = (written ?? "").replace(/[\t\n\r]/g, "").trim();
  if (address === "" || !isSafe(address)) return undefined;
  return resolved(withoutRedirect(address), base);
}

function isSafe(address: string): boolean {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address.slice(0, 100).replace(/[\p{C}\s]/gu, "")) ?? [];
  return scheme === undefined || /^(?:https?|mailto|tel|ftp|sftp|ssh|git|irc|xmpp|sms|news)$/i.test(scheme);
}

function resolved(address: string, base: Base): string {
  // Fragments refer to the page itself, whatever the base.
  if (base === undefined || address.startsWith("#")) return address;
  if (URL.canParse(base)) return URL.parse(address, base)?.href ?? address;
  if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(address)) return address;
  return base.slice(0, base.lastIndexOf("/") + 1) + address.replace(/^\.\//, "");
}

/** Google Docs replaces the addresses of links by redirects. */
function withoutRedirect(address: string): string {
  if (!/^https?:\/\/www\.google\.com\/url\?/i.test(address)) return address;
  const parameters = URL.parse(address)?.searchParams;
  const target = parameters?.get("q") ?? parameters?.get("url");
  return target && /^https?:/.test(target) ? target : address;
}

export interface HtmlLink {
  readonly href: string;
  readonly text: string;
}

export function linksIn(document: Element, base: Base): HtmlLink[] {
  const links: HtmlLink[] = [];
  for (const element of walk(document)) {
    if (element.name !== "a" && element.name !== "area") continue;
    const href = addressIn(element.attributes.get("href"), base);
    if (href !== undefined) links.push({ href, text: linkText(element) });
  }
  return links;
}

function linkText(link: Element): string {
  const words = innerText(link, { maxLength: 300 });
  if (words !== "") return words;
  const { attributes } = link;
  return (attributes.get("aria-label") ?? attributes.get("title") ?? attributes.get("alt") ?? "")
    .trim()
    .slice(0, 300);
}
