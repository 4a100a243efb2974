import { decodeXML } from "entities";
import { resolveUrl } from "./crawl-urls.ts";

const maxSitemaps = 20;
const maxUrls = 10_000;

/** The URLs of a sitemap: pages, or other sitemaps if it is an index. Other files have no URLs. */
export function parseSitemap(xml: string): { readonly isIndex: boolean; readonly urls: readonly string[] } {
  const locations = xml.matchAll(/<loc>\s*(?:<!\[CDATA\[)?([^<\]]{1,4096})/g);
  const urls = Array.from(locations.take(maxUrls), ([, url = ""]) => decodeXML(url).trim());
  return { isIndex: /<sitemapindex[\s>]/.test(xml), urls };
}

/** The page URLs of sitemaps, and of the sitemaps that they list on the same origin. */
export async function readSitemaps(
  initialSitemaps: readonly string[],
  origin: string,
  fetchText: (url: string) => Promise<string | undefined>,
): Promise<URL[]> {
  const sitemaps = new Set<string>();
  const pages: URL[] = [];
  const addSitemap = (href: string, base: string) => {
    const url = resolveUrl(href, base);
    if (url?.origin === origin && sitemaps.size < maxSitemaps) sitemaps.add(url.href);
  };
  for (const href of initialSitemaps) addSitemap(href, origin);
  // The loop also visits sitemaps that it adds.
  for (const sitemap of sitemaps) {
    const xml = await fetchText(sitemap);
    if (xml === undefined) continue;
    const { isIndex, urls } = parseSitemap(xml);
    for (const href of urls) {
      if (isIndex) addSitemap(href, sitemap);
      else if (pages.length < maxUrls) {
        const url = resolveUrl(href, sitemap);
        if (url !== undefined) pages.push(url);
      }
    }
  }
  return pages;
}
