import { hash } from "node:crypto";
import { readFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));

/** Names one answer: what was asked, of which state of things, by which version of this program. */
export function entityTag(url: string, state: string): string {
  return `"${hash("sha256", [version, url, state].join("\n"), "base64url").slice(0, 27)}"`;
}

/** Whether the caller means this state, by what they sent in `If-Match`; a star means any. */
export function satisfiesIfMatch(header: string | undefined, tag: string): boolean {
  return header === undefined || header.split(",").some((one) => ["*", tag].includes(one.trim()));
}

/** Whether the caller has this answer already, by what they sent in `If-None-Match`. */
export function matchesIfNoneMatch(header: string | undefined, tag: string): boolean {
  // A star means "whatever there is", which is not known before it was looked for.
  if (header === undefined) return false;
  return header.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
