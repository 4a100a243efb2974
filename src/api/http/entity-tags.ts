import { hash } from "node:crypto";
import packageInfo from "../../../package.json" with { type: "json" };

/** The ETag of a reply: a hash of its URL, the version of its data and the version of the server. */
export function entityTag(url: string, state: string): string {
  return `"${hash("sha256", [packageInfo.version, url, state].join("\n"), "base64url").slice(0, 27)}"`;
}

export function satisfiesIfMatch(header: string | undefined, tag: string): boolean {
  return header === undefined || header.split(",").some((one) => ["*", tag].includes(one.trim()));
}

/** Whether the client has this reply already. `*` never matches: whether the object exists is not known yet. */
export function matchesIfNoneMatch(header: string | undefined, tag: string): boolean {
  return header?.split(",").some((one) => one.trim().replace(/^W\//, "") === tag) ?? false;
}
