import type { Image } from "mdast";
import type { Embed } from "../markdown/index.ts";
import { type Base, resolveHref } from "../page/index.ts";
import {
  childElements,
  type Element,
  find,
  hasClass,
  hasClassMatching,
  normalizeText,
  ownText,
} from "../tree/index.ts";
import type { PageContext } from "./content-reader.ts";

/** Reads an image; a string for an emoji, and undefined for an image that is not visible. */
export function imageOf(element: Element, context: PageContext): Image | string | undefined {
  const { attributes } = element;
  const alt = normalizeText(attributes.get("alt") ?? "").slice(0, 2000);
  if (hasClassMatching(element, /^(?:emoji|emoticon|twemoji|gemoji)$/) && alt !== "") return alt;
  if (isTracker(attributes)) return undefined;
  const src = sourceOf(attributes, context) ?? context.inlined.add(attributes.get("src") ?? "", alt);
  if (src === undefined || isDarkVariant(element, src)) return undefined;
  const title = normalizeText(attributes.get("title") ?? "").slice(0, 2000);
  return { type: "image", url: src, alt, title: title !== "" && title !== alt ? title : null };
}

function sourceOf(attributes: Element["attributes"], { base }: PageContext): string | undefined {
  const lazySources = ["data-src", "data-lazy-src", "data-original", "data-image-src"].map((name) =>
    attributes.get(name),
  );
  const [fromSet] = (attributes.get("srcset") ?? attributes.get("data-srcset") ?? "")
    .trim()
    .split(/[\s,]/, 1);
  const src = attributes.get("src");
  const isPlaceholder = src === undefined || /^\s*(?:data|blob|about):/i.test(src);
  const candidates = isPlaceholder ? [...lazySources, fromSet] : [src];
  return candidates.map((value) => resolveHref(value, base)).find((url) => url !== undefined);
}

function isDarkVariant(element: Element, src: string): boolean {
  if (/#(?:only-dark|gh-dark-mode-only)$/.test(src)) return true;
  return hasClassMatching(element, /^(?:dark-only|only-dark|themedImage--dark.*|dark-mode-only)$/);
}

function isTracker(attributes: ReadonlyMap<string, string>): boolean {
  return ["width", "height"].every((name) => /^[01](?:px)?$/.test(attributes.get(name) ?? ""));
}

export function figureParts(figure: Element): { image: Element; caption?: Element } | undefined {
  const children = childElements(figure);
  const caption = children.find((child) => child.name === "figcaption" || hasClass(child, "caption"));
  const [only, ...others] = children.filter((child) => child !== caption);
  if (only === undefined || others.length > 0 || ownText(figure).trim() !== "") return undefined;
  const image = findOnlyImage(only);
  return image && { image, ...(caption !== undefined && { caption }) };
}

function findOnlyImage(element: Element): Element | undefined {
  let node = element;
  while (node.name !== "img") {
    if (node.name === "picture") return find(node, ({ name }) => name === "img");
    const [only, ...rest] = node.children.filter((child) => typeof child !== "string" || child.trim() !== "");
    if (only === undefined || typeof only === "string" || rest.length > 0) return undefined;
    node = only;
  }
  return node;
}

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
  if (name === "figure") return videoOf(element);
  if (name === "iframe") return frameOf(attributes, base);
  if (name !== "video" && name !== "audio") return undefined;
  const source = childElements(element).find(
    (child) => child.name === "source" && child.attributes.has("src"),
  );
  const src = resolveHref(attributes.get("src") ?? source?.attributes.get("src"), base);
  if (src === undefined) return undefined;
  return /^https?:/i.test(src) ? embed(src) : { type: "embed", url: src, isFile: true };
}

function frameOf(attributes: ReadonlyMap<string, string>, base: Base): Embed | undefined {
  const value = attributes.get("src") || attributes.get("data-src");
  const src = resolveHref(value?.replace(/^\s*\/\//, "https://"), base);
  const url = src === undefined ? undefined : URL.parse(src);
  if (!url || !/^https?:$/.test(url.protocol) || trackers.test(url.hostname)) return undefined;
  return attributes.get("width") === "0" ? undefined : embed(pageUrl(url));
}

/** Notion exports a video as a link. */
function videoOf(figure: Element): Embed | undefined {
  const [source, ...others] = childElements(figure);
  if (source === undefined || others.length > 0 || !hasClass(source, "source")) return undefined;
  const [link] = childElements(source);
  const url = URL.parse(link?.attributes.get("href") ?? "");
  return url && videoHosts.test(url.hostname) ? embed(pageUrl(url)) : undefined;
}

/** Replaces the URL of an embedded player with the URL of the video's page. */
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
