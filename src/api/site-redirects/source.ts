import { Type } from "@sinclair/typebox";
import { badInput } from "../../platform/index.ts";
import { decodeSegments, encodePath, type SiteRow, segmentsInSite } from "../../publishing/index.ts";
import { type Context, patternMessage } from "../http/index.ts";

export const maxSourceLength = 512;

export const Source = Type.String({
  maxLength: maxSourceLength,
  pattern: "^/(?:[A-Za-z0-9\\-._~]|%[0-9A-Fa-f]{2})+(?:/(?:[A-Za-z0-9\\-._~]|%[0-9A-Fa-f]{2})+)*$",
  [patternMessage]: "must be a path below the site, such as /old/page, without a trailing slash",
});

/** Percent-encoding is normalized, so that sources can be compared. */
export function normalizeSource(source: string): string {
  return encodePath(readSegments("source", source));
}

/** The decoded segments of a path in a site. */
function readSegments(field: string, path: string): string[] {
  const segments = decodeSegments(path);
  if (segments === undefined) throw badInput(field, "is not valid percent-encoding");
  return requirePlain(field, segments);
}

/** The segments of an address that people write: a URL of the site, or a path with or without slashes around it. */
export function readAddress({ config }: Context, site: SiteRow, field: string, text: string): string[] {
  const address = text.trim();
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address)) return readSegments(field, address.split(/[?#]/, 1)[0] ?? "");
  const segments = segmentsInSite(config.sites, site, address);
  if (segments === undefined) throw badInput(field, "must be a URL of this site");
  return requirePlain(field, segments);
}

function requirePlain(field: string, segments: string[]): string[] {
  if (segments.some((segment) => [".", ".."].includes(segment) || segment.includes("\0")))
    throw badInput(field, "must not contain the segments . or .. or the null character");
  return segments;
}
