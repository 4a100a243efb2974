/** How a URL in a page is displayed: as a card with a link, or as a frame. */
export type Embed = {
  readonly title: string;
  /** The name of the website. */
  readonly site: string;
  readonly icon?: string;
  readonly description?: string;
} & ({ readonly type: "link" } | { readonly type: "rich"; readonly html: string });

/** The maximum lengths, in characters, so that cached embeds stay small. */
const maxLengths = { title: 300, site: 100, description: 300, url: 2048 };

/** The link to a page about which nothing is known. Its title is the host and the path. */
export function linkTo(url: URL): Embed {
  return { type: "link", title: cleanText(`${siteOf(url)}${pathOf(url)}`, "title"), site: siteOf(url) };
}

/** The name of a website that states none. */
export function siteOf({ hostname }: URL): string {
  return cleanText(hostname.replace(/^www\./, ""), "site");
}

function pathOf({ pathname }: URL): string {
  const path = pathname.replace(/\/$/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Text of a foreign page on one line, of limited length. */
export function cleanText(text: string, field: "title" | "site" | "description"): string {
  const line = text
    .slice(0, 4 * maxLengths[field])
    .replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]+/gu, " ")
    .trim();
  const characters = [...line];
  return characters.length <= maxLengths[field]
    ? line
    : `${characters
        .slice(0, maxLengths[field] - 1)
        .join("")
        .trimEnd()}…`;
}

/** An absolute URL from a foreign page. Undefined if it is invalid, too long or has another protocol. */
export function resolveUrl(
  text: string | undefined,
  base: string,
  protocols: readonly string[],
): URL | undefined {
  const url = text ? URL.parse(text, base) : null;
  const isValid = url !== null && protocols.includes(url.protocol) && !url.username && !url.password;
  return isValid && url.href.length <= maxLengths.url ? url : undefined;
}
