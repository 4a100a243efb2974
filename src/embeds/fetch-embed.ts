import { decodeHtml } from "../importing/source/index.ts";
import { FetchError, type FetchedResponse, safeFetch } from "../platform/safe-fetch/index.ts";
import { cleanText, type Embed, linkTo, resolveUrl, siteOf } from "./embed.ts";
import { type Frame, writeIframe } from "./iframe.ts";
import { type PageMetadata, readMetadata } from "./read-metadata.ts";
import { scanTags } from "./scan-tags.ts";

export interface EmbedRequest {
  readonly allowPrivateNetwork: boolean;
  readonly signal: AbortSignal;
}

/** In milliseconds: for the page, and for its description in oEmbed. */
const [pageTimeout, oembedTimeout] = [4000, 3000];
/** Only the beginning of a page is read, so its length is hardly limited. */
const [maxPageBytes, maxHeadBytes, maxOembedBytes] = [100 * 1024 * 1024, 512 * 1024, 128 * 1024];

/**
 * Finds out how to display a page, by oEmbed and Open Graph. Undefined if it cannot be reached. No HTML of the page is passed
 * on: of oEmbed's HTML, only the address of a frame is used.
 */
export async function fetchEmbed(url: URL, request: EmbedRequest): Promise<Embed | undefined> {
  const page = await fetchHead(url, request);
  if (page === undefined) return undefined;
  if (page.html === undefined) return linkTo(url);
  const metadata = readMetadata(page.html, page.url);
  const oembed = metadata.oembed === undefined ? {} : await fetchOembed(metadata.oembed, request);
  return toEmbed(url, metadata, oembed);
}

/** The beginning of an HTML page and its URL after redirects; without HTML if it is another file. */
async function fetchHead(url: URL, request: EmbedRequest) {
  const response = await tryFetch(url.href, request, {
    ...{
      timeout: pageTimeout,
      maxBytes: maxPageBytes,
      accept: "text/html, application/xhtml+xml, */*;q=0.1",
    },
  });
  if (response === undefined) return undefined;
  const type = response.headers["content-type"] ?? "text/html";
  const isHtml = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
  const bytes = await readBytes(response, isHtml ? maxHeadBytes : 0, request);
  return bytes && { url: response.url, html: isHtml ? decodeHtml(bytes, type) : undefined };
}

/** The fields of oEmbed that are used. */
interface Oembed {
  readonly title?: string;
  readonly site?: string;
  readonly frame?: Omit<Frame, "title">;
}

async function fetchOembed(url: string, request: EmbedRequest): Promise<Oembed> {
  const options = { timeout: oembedTimeout, maxBytes: maxOembedBytes, accept: "application/json" };
  const response = await tryFetch(url, request, options);
  const bytes = response && (await readBytes(response, maxOembedBytes, request));
  try {
    return bytes === undefined ? {} : readOembed(JSON.parse(bytes.toString()), url);
  } catch {
    return {};
  }
}

function readOembed(reply: unknown, base: string): Oembed {
  const fields = typeof reply === "object" && reply !== null ? (reply as Record<string, unknown>) : {};
  const textOf = (name: string) => (typeof fields[name] === "string" ? fields[name] : "");
  const hasFrame = fields.type === "video" || fields.type === "rich";
  const frame = hasFrame ? frameIn(textOf("html"), base) : undefined;
  return {
    ...(textOf("title") && { title: textOf("title") }),
    ...(textOf("provider_name") && { site: textOf("provider_name") }),
    ...(frame && { frame: { src: frame, ...sizeOf(fields) } }),
  };
}

/** The https address of the only frame in a snippet of HTML. A snippet that needs scripts is not used. */
function frameIn(html: string, base: string): URL | undefined {
  const frames = [...scanTags(html, new Set(["iframe"]))];
  const [frame] = frames;
  if (frame === undefined || frames.length > 1 || /<script\b/i.test(html)) return undefined;
  return resolveUrl(frame.attributes.get("src"), base.replace(/^http:/, "https:"), ["https:"]);
}

/** A video is scaled, another frame has a fixed height. */
function sizeOf({ type, width, height }: Record<string, unknown>): Pick<Frame, "height" | "ratio"> {
  const [w, h] = [width, height].map((length) => Math.round(Number(length)));
  const isLength = (length: number | undefined) => length !== undefined && length >= 50 && length <= 2000;
  if (!isLength(h)) return {};
  return type === "video" ? (isLength(w) ? { ratio: `${w} / ${h}` } : {}) : { height: h ?? 0 };
}

function toEmbed(url: URL, metadata: PageMetadata, oembed: Oembed): Embed {
  const title = cleanText(metadata.title || oembed.title || "", "title") || linkTo(url).title;
  const site = cleanText(metadata.site || oembed.site || "", "site") || siteOf(url);
  const { icon, player } = metadata;
  const description = cleanText(metadata.description ?? "", "description");
  const common = { title, site, ...(icon && { icon }), ...(description && { description }) };
  const frame = oembed.frame ?? (player && { src: player });
  if (frame === undefined) return { type: "link", ...common };
  return { type: "rich", ...common, html: writeIframe({ ...frame, title, isSandboxed: true }) };
}

interface FetchLimits {
  readonly timeout: number;
  readonly maxBytes: number;
  readonly accept: string;
}

/** Undefined if the URL cannot be fetched. */
async function tryFetch(
  url: string,
  request: EmbedRequest,
  { accept, ...limits }: FetchLimits,
): Promise<FetchedResponse | undefined> {
  try {
    return await safeFetch(url, { ...limits, ...request, headers: { accept } });
  } catch (error) {
    return ignoreFetchError(error, request);
  }
}

/** Reads at most this many bytes of a response and closes it. */
async function readBytes({ body }: FetchedResponse, max: number, request: EmbedRequest) {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // Leaving the loop closes the connection.
    for await (const chunk of body) {
      if (length < max) chunks.push(chunk);
      length += chunk.length;
      if (length >= max) break;
    }
    return Buffer.concat(chunks).subarray(0, max);
  } catch (error) {
    // A page that ends in the middle can still have a complete head.
    if (length > 0 && error instanceof FetchError && !request.signal.aborted)
      return Buffer.concat(chunks).subarray(0, max);
    return ignoreFetchError(error, request);
  }
}

function ignoreFetchError(error: unknown, { signal }: EmbedRequest): undefined {
  signal.throwIfAborted();
  if (!(error instanceof FetchError)) throw error;
  return undefined;
}
