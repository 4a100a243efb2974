import { resolveUrl } from "./embed.ts";
import { scanTags, textAfter } from "./scan-tags.ts";

/** What a page states about itself. URLs are absolute. */
export interface PageMetadata {
  readonly title?: string | undefined;
  readonly site?: string | undefined;
  readonly icon?: string | undefined;
  readonly description?: string | undefined;
  /** The URL of its description in oEmbed's JSON format. */
  readonly oembed?: string | undefined;
  /** A player of its content, for a frame. */
  readonly player?: URL | undefined;
}

const names = new Set(["base", "title", "meta", "link", "body"]);
const web = ["http:", "https:"];
/** Icons in the order of preference. A touch icon is large, but all others are missing then. */
const iconRelations = ["icon", "apple-touch-icon"];

/** Reads the head of an HTML page: Open Graph, Twitter cards, the title, icons and the link of oEmbed. */
export function readMetadata(html: string, pageUrl: string): PageMetadata {
  const meta = new Map<string, string>();
  const icons = new Map<string, string>();
  let [base, title, oembed]: (string | undefined)[] = [pageUrl];
  for (const tag of scanTags(html, names)) {
    const { name, attributes } = tag;
    const href = attributes.get("href");
    if (name === "body") break;
    if (name === "title") title ??= textAfter(html, tag);
    else if (name === "base") base = resolveUrl(href, pageUrl, web)?.href ?? base;
    else if (name === "meta") {
      const property = (attributes.get("property") ?? attributes.get("name") ?? "").toLowerCase();
      const content = attributes.get("content")?.trim();
      if (property && content) meta.getOrInsert(property, content);
    } else if (href) {
      const relations = (attributes.get("rel") ?? "").toLowerCase().split(/\s+/);
      for (const relation of relations)
        if (iconRelations.includes(relation)) icons.getOrInsert(relation, href);
      const isOembed = attributes.get("type")?.toLowerCase() === "application/json+oembed";
      if (isOembed && relations.includes("alternate")) oembed ??= href;
    }
  }
  const icon = iconRelations.map((relation) => icons.get(relation)).find((href) => href !== undefined);
  return {
    title: meta.get("og:title") || meta.get("twitter:title") || title,
    site: meta.get("og:site_name") || meta.get("application-name"),
    description: meta.get("og:description") || meta.get("twitter:description") || meta.get("description"),
    icon: resolveUrl(icon, base ?? pageUrl, web)?.href,
    oembed: resolveUrl(oembed, base ?? pageUrl, web)?.href,
    player: resolveUrl(playerIn(meta), base ?? pageUrl, ["https:"]),
  };
}

/** Open Graph also describes video files, which a frame cannot show well. */
function playerIn(meta: ReadonlyMap<string, string>): string | undefined {
  const isPage = meta.get("og:video:type")?.toLowerCase() === "text/html";
  const video = meta.get("og:video:secure_url") ?? meta.get("og:video:url") ?? meta.get("og:video");
  return meta.get("twitter:player") ?? (isPage ? video : undefined);
}
