import type { Embed } from "../markdown/index.ts";
import { addressIn, type Base } from "../page/index.ts";
import { childElements, type Element, hasClass } from "../tree/index.ts";

const trackers =
  /(?:^|\.)(?:googletagmanager|doubleclick|googlesyndication|facebook|hotjar|google-analytics)\.(?:com|net)$/;

const videoHosts =
  /(?:^|\.)(?:youtube\.com|youtu\.be|vimeo\.com|loom\.com|wistia\.com|figma\.com|codepen\.io)$/;

/** The video, or the page of another site, that an element embeds. */
export function embedOf(element: Element, base: Base): Embed | undefined {
  const { name, attributes } = element;
  if (name === "lite-youtube" || name === "youtube-embed") {
    const id = attributes.get("videoid") ?? attributes.get("video-id") ?? "";
    return /^[\w-]{6,20}$/.test(id) ? embed(`https://www.youtube.com/watch?v=${id}`) : undefined;
  }
  if (name === "figure") return sourceOf(element);
  if (name === "iframe") return frameOf(attributes, base);
  if (name !== "video" && name !== "audio") return undefined;
  const source = childElements(element).find(
    (child) => child.name === "source" && child.attributes.has("src"),
  );
  const src = addressIn(attributes.get("src") ?? source?.attributes.get("src"), base);
  if (src === undefined) return undefined;
  return /^https?:/i.test(src) ? embed(src) : { type: "embed", url: src, isFile: true };
}

function frameOf(attributes: ReadonlyMap<string, string>, base: Base): Embed | undefined {
  const written = attributes.get("src") || attributes.get("data-src");
  const src = addressIn(written?.replace(/^\s*\/\//, "https://"), base);
  const url = src === undefined ? undefined : URL.parse(src);
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    trackers.test(url.hostname) ||
    attributes.get("width") === "0"
  )
    return undefined;
  return embed(pageUrl(url));
}

/** Notion exports a video as a link. */
function sourceOf(figure: Element): Embed | undefined {
  const [source, ...others] = childElements(figure);
  if (source === undefined || others.length > 0 || !hasClass(source, "source")) return undefined;
  const [link] = childElements(source);
  const url = URL.parse(link?.attributes.get("href") ?? "");
  return url && videoHosts.test(url.hostname) ? embed(pageUrl(url)) : undefined;
}

/** Replaces the address of an embedded player by that of the page of the video. */
function pageUrl(url: URL): string {
  const host = url.hostname.replace(/^www\./, "");
  const [, video] = /^\/embed\/([\w-]{6,20})/.exec(url.pathname) ?? [];
  if (/^youtube(?:-nocookie)?\.com$/.test(host) && video !== undefined && video !== "videoseries")
    return `https://www.youtube.com/watch?v=${video}`;
  const [, vimeo] = /^\/video\/(\d+)/.exec(url.pathname) ?? [];
  if (host === "player.vimeo.com" && vimeo !== undefined) return `https://vimeo.com/${vimeo}`;
  const [, loom] = /^\/embed\/(\w+)/.exec(url.pathname) ?? [];
  if (host === "loom.com" && loom !== undefined) return `https://www.loom.com/share/${loom}`;
  return url.href;
}

function embed(url: string): Embed {
  return { type: "embed", url, isFile: false };
}
