import type { EmbedPattern } from "../config/index.ts";
import { safeDecodeUriComponent } from "../platform/index.ts";
import { type Embed, siteOf } from "./embed.ts";
import { type Frame, writeIframe } from "./iframe.ts";
import { type Provider, providers } from "./providers.ts";

/** The frame of a provider's content. */
export interface KnownFrame extends Frame {
  readonly site: string;
  /** The host with the icon of the provider. */
  readonly home: string;
}

/** The embed of a URL of a well-known provider, without a request. */
export function findKnownEmbed(url: URL, custom: readonly EmbedPattern[] = []): Embed | undefined {
  const known = findKnownFrame(url, custom);
  if (known === undefined) return undefined;
  const { site, home, ...frame } = known;
  const icon = `https://${home}/favicon.ico`;
  return { type: "rich", title: frame.title, site, icon, html: writeIframe(frame) };
}

/** The frame of a URL of a well-known provider, or of one that the operator has added. The latter take precedence. */
export function findKnownFrame(written: URL, custom: readonly EmbedPattern[] = []): KnownFrame | undefined {
  const url = new URL(`https://${written.hostname}${written.pathname}${written.search}${written.hash}`);
  const host = url.hostname.replace(/^(?:www|m)\./, "");
  const segments = url.pathname.split("/").filter((segment) => segment !== "");
  const added = customFrames.getOrInsertComputed(custom, () => indexFrames(custom.map(toProvider)));
  for (const { provider, pattern, frame } of [...patternsOf(added, host), ...patternsOf(frames, host)]) {
    const values = matchPattern(pattern, segments, url.searchParams);
    const src = values && writeFrameUrl(frame, values, url, provider);
    if (src !== undefined) return frameOf(provider, src, url);
  }
  return undefined;
}

interface Pattern {
  readonly segments: readonly string[];
  /** Whether further segments may follow. */
  readonly isOpen: boolean;
  readonly query: readonly (readonly [name: string, value: string])[];
}

interface FramePattern {
  readonly provider: Provider;
  readonly pattern: Pattern;
  readonly frame: string;
}

type FrameIndex = ReadonlyMap<string, readonly FramePattern[]>;

/** The patterns of providers by host. */
function indexFrames(all: readonly Provider[]): FrameIndex {
  const index = new Map<string, FramePattern[]>();
  for (const provider of all)
    for (const [text, frame] of Object.entries(provider.frames)) {
      const [address = "", query = ""] = text.split("?");
      const [host = "", ...segments] = address.split("/");
      const isOpen = segments.at(-1) === "*";
      const pattern = {
        segments: isOpen ? segments.slice(0, -1) : segments,
        isOpen,
        query: query === "" ? [] : query.split("&").map((part) => part.split("=") as [string, string]),
      };
      index.getOrInsertComputed(host, () => []).push({ provider, pattern, frame });
    }
  return index;
}

const frames = indexFrames(providers);
const customFrames = new WeakMap<readonly EmbedPattern[], FrameIndex>();

/** A provider of the operator has no name: it is called by the host of a URL. */
function toProvider({ pattern, frame }: EmbedPattern): Provider {
  return { site: "", kind: "", home: "", frames: { [pattern]: frame } };
}

function patternsOf(frames: FrameIndex, host: string): readonly FramePattern[] {
  return [...(frames.get(host) ?? []), ...(frames.get(host.replace(/^[^.]+/, "*")) ?? [])];
}

type Values = Readonly<Record<string, string>>;

/** The values of the placeholders of a pattern, or undefined if it does not match. */
function matchPattern(
  { segments, isOpen, query }: Pattern,
  written: readonly string[],
  parameters: URLSearchParams,
): Values | undefined {
  if (isOpen ? written.length < segments.length : written.length !== segments.length) return undefined;
  const parts = [
    ...segments.map((segment, i) => matchPart(segment, safeDecodeUriComponent(written[i] ?? ""))),
    ...query.map(([name, value]) => matchPart(value, parameters.get(name) ?? "")),
  ];
  return parts.includes(undefined) ? undefined : Object.assign({}, ...parts);
}

/** Matches a segment or the value of a parameter: `text`, `{name}`, `prefix{name}` or `{name:type}`. */
function matchPart(expected: string, actual: string): Values | undefined {
  const [, prefix = "", name, type] = /^([^{]*)\{(\w+)(?::(\w+))?\}$/.exec(expected) ?? [];
  if (name === undefined) return expected === actual ? {} : undefined;
  const value = actual.startsWith(prefix) ? actual.slice(prefix.length) : "";
  if (value === "" || (type === "digits" && !/^\d+$/.test(value))) return undefined;
  return { [name]: type === "words" ? value.replaceAll("+", " ") : value };
}

/** The URL of the frame: `{self}` is the URL itself, other placeholders are percent-encoded. */
function writeFrameUrl(frame: string, values: Values, url: URL, { start }: Provider): URL | undefined {
  const all: Values = { ...values, url: url.href };
  const text =
    frame === "{self}"
      ? url.href
      : frame.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(all[name] ?? ""));
  const src = URL.parse(text);
  if (src === null) return undefined;
  const seconds = start === undefined ? undefined : secondsOf(url.searchParams.get(start));
  if (seconds !== undefined) src.searchParams.set("start", String(seconds));
  return src;
}

/** The seconds of a time such as `90`, `90s` or `1m30s`. */
function secondsOf(time: string | null): number | undefined {
  const [match, hours, minutes, seconds] =
    /^(?:(\d{1,4})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time ?? "") ?? [];
  const total = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return match && total > 0 ? total : undefined;
}

function frameOf({ site, kind, home, height, ratio }: Provider, src: URL, url: URL): KnownFrame {
  return {
    site: site || siteOf(url),
    home: home || url.hostname,
    title: site === "" ? siteOf(url) : `${site} ${kind}`,
    src,
    ...(height !== undefined && { height }),
    ...(ratio !== undefined && { ratio }),
  };
}
