import { decodeXML } from "entities";
import { resolveAddress } from "./crawl-urls.ts";

const mostSitemaps = 20;
const mostAddresses = 10_000;

/** What a sitemap names: pages, or other sitemaps. */
export interface Sitemap {
  readonly isIndex: boolean;
  readonly addresses: readonly string[];
}

/** Reads a sitemap, or what somebody sent in its place, in which there are no addresses then. */
export function parseSitemap(xml: string): Sitemap {
  const addresses: string[] = [];
  for (const [, address = ""] of xml.matchAll(/<loc>\s*(?:<!\[CDATA\[)?([^<\]]{1,4096})/g)) {
    if (addresses.push(decodeXML(address).trim()) >= mostAddresses) break;
  }
  return { isIndex: /<sitemapindex[\s>]/.test(xml), addresses };
}

/** All addresses in these sitemaps, and in those that they name; only what is of the same origin is read. */
export async function readSitemaps(
  given: readonly string[],
  origin: string,
  fetchText: (address: string) => Promise<string | undefined>,
): Promise<URL[]> {
  const known = new Set<string>();
  const found: URL[] = [];
  const remember = (address: string, base: string) => {
    const url = resolveAddress(address, base);
    if (url?.origin === origin && known.size < mostSitemaps) known.add(url.href);
  };
  for (const address of given) remember(address, origin);
  // What is added meanwhile comes later in the same loop.
  for (const sitemap of known) {
    const xml = await fetchText(sitemap);
    if (xml === undefined) continue;
    const { isIndex, addresses } = parseSitemap(xml);
    for (const address of addresses) {
      if (isIndex) remember(address, sitemap);
      else if (found.length < mostAddresses) {
        const url = resolveAddress(address, sitemap);
        if (url !== undefined) found.push(url);
      }
    }
  }
  return found;
}
