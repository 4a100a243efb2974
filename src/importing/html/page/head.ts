import { type Element, normalizeText, ownText, walk } from "../tree/index.ts";
import { resolveHref } from "./links.ts";

export function readHead(document: Element) {
  const metas = new Map<string, string>();
  let [title, base, canonical]: (string | undefined)[] = [];
  for (const element of walk(document)) {
    const { name, attributes } = element;
    if (name === "title") title ??= normalizeText(ownText(element));
    else if (name === "base") base ??= attributes.get("href")?.trim() || undefined;
    else if (name === "link" && /(?:^|\s)canonical(?:\s|$)/i.test(attributes.get("rel") ?? ""))
      canonical ??= attributes.get("href");
    else if (name === "meta") addMeta(attributes, metas);
  }
  const canonicalUrl = resolveHref(canonical, base);
  const pageTitle = withoutSiteName(title || metas.get("og:title") || "", metas);
  const description = metas.get("description") || metas.get("og:description");
  const robots = (metas.get("robots") ?? "").toLowerCase().split(/[\s,]+/);
  return {
    base,
    robots: {
      index: !robots.includes("noindex") && !robots.includes("none"),
      follow: !robots.includes("nofollow") && !robots.includes("none"),
    },
    ...(pageTitle !== "" && { title: pageTitle }),
    ...(description && { description }),
    ...(canonicalUrl !== undefined && { canonical: canonicalUrl }),
  };
}

/** The first value of each name counts, but all values of `robots`. */
function addMeta(attributes: ReadonlyMap<string, string>, metas: Map<string, string>): void {
  const name = (attributes.get("name") ?? attributes.get("property") ?? "").toLowerCase();
  const content = normalizeText(attributes.get("content") ?? "").slice(0, 5000);
  if (name === "" || content === "") return;
  const previous = metas.get(name);
  if (previous === undefined) metas.set(name, content);
  else if (name === "robots" && previous.length < 1000) metas.set(name, `${previous},${content}`);
}

const separator = /\s+(?:[|·•—–»«-]|::)\s+/;

/** Removes the name of the site from a title, where it usually comes last. */
function withoutSiteName(fullTitle: string, metas: ReadonlyMap<string, string>): string {
  const title = fullTitle.slice(0, 1000);
  const parts = title.split(separator);
  if (parts.length < 2) return title;
  const site = metas.get("og:site_name") ?? metas.get("application-name");
  const isSite = (part: string | undefined) =>
    site !== undefined && part?.toLowerCase() === site.toLowerCase();
  const isSiteFirst = isSite(parts[0]) && !isSite(parts.at(-1));
  const separatorLength = separator.exec(title)?.[0].length ?? 0;
  if (isSiteFirst) return title.slice((parts[0]?.length ?? 0) + separatorLength).trim();
  return title.slice(0, title.lastIndexOf(parts.at(-1) ?? "")).replace(/\s+\S{1,2}\s+$/, "");
}
