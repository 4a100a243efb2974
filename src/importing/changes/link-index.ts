import { safeDecodeUriComponent } from "../../platform/index.ts";
import { folderOfPath, normalizePath, type SourcePage } from "../source/index.ts";

/** A page, file or reusable content that links may refer to. */
export type LinkTarget = Pick<SourcePage, "address" | "aliases" | "anchors">;

export interface ResolvedLink {
  /** The name that the changes use for the target. */
  readonly name: string;
  readonly anchor: string | undefined;
}

export interface LinkIndex {
  /** Resolves a link of the page at `from`; undefined if its target was not imported. */
  find(address: string, from: string): ResolvedLink | undefined;
  /** Rewrites a link of the page at `from` so that it works wherever the page is inserted. */
  rewrite(address: string, from: string): string;
}

/** Indexes link targets by all their addresses. `nameOf` gives the name that the changes use for a target. */
export function createLinkIndex(
  targets: readonly LinkTarget[],
  nameOf: (address: string) => string,
): LinkIndex {
  const byKey = new Map<string, LinkTarget>();
  // Links may differ in case from file names; exact matches take precedence.
  for (const toKey of [keyOf, (address: string) => keyOf(address).toLowerCase()])
    for (const target of targets)
      for (const address of [target.address, ...(target.aliases ?? [])])
        byKey.getOrInsert(toKey(address), target);
  const targetAt = (address: string, from: string): LinkTarget | undefined => {
    const path = resolve(address, from);
    if (path === undefined) return undefined;
    const candidates = ["", ".md", "/README.md", "/index.md", ".html"].map((suffix) => keyOf(path + suffix));
    return byKey.get(candidates.find((key) => byKey.has(key)) ?? keyOf(path).toLowerCase());
  };
  const find = (written: string, from: string): ResolvedLink | undefined => {
    const address = decodeAmpersands(written);
    const target = targetAt(address, from);
    return target && { name: nameOf(target.address), anchor: anchorOf(target, address) };
  };
  return {
    find,
    rewrite: (written, from) => {
      const address = decodeAmpersands(written);
      if (address.startsWith("#")) {
        const own = byKey.get(keyOf(from));
        const anchor = own && anchorOf(own, address);
        if (own !== undefined && anchor === "") return nameOf(own.address);
        return anchor === undefined ? address : `#${anchor}`;
      }
      const link = find(address, from);
      if (link !== undefined)
        return link.name + queryOf(address, from) + (link.anchor ? `#${link.anchor}` : "");
      return isUrl(from) ? (URL.parse(address, from)?.href ?? address) : address;
    },
  };
}

function decodeAmpersands(address: string): string {
  return address.replace(/&(?:amp|#38|#x26);/gi, "&");
}

/** The query of a link between files. In a URL, the query is part of the address of the page. */
function queryOf(address: string, from: string): string {
  return isUrl(from) ? "" : (/\?[^#]+/.exec(address)?.[0] ?? "");
}

/** The anchor of the target for the fragment of a link. */
function anchorOf({ anchors }: LinkTarget, address: string): string | undefined {
  const fragment = address.includes("#") ? address.slice(address.indexOf("#") + 1) : "";
  if (!/^\S+$/.test(fragment)) return undefined;
  return anchors?.get(fragment) ?? anchors?.get(safeDecodeUriComponent(fragment)) ?? fragment;
}

function isUrl(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

/** Ignores a trailing slash or `index.html`. */
function keyOf(address: string): string {
  return address.replace(/\/(?:index\.html?)?$/i, "");
}

/** The path or URL that a link refers to, without its fragment; undefined for other schemes. */
function resolve(address: string, from: string): string | undefined {
  if (address.startsWith("#") || address === "") return undefined;
  if (isUrl(from) || isUrl(address)) {
    const url = URL.parse(address, isUrl(from) ? from : undefined);
    if (url === null) return undefined;
    url.hash = "";
    return url.href;
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return undefined;
  const path = safeDecodeUriComponent(address.replace(/[?#].*$/s, ""));
  return normalizePath((path.startsWith("/") ? "" : folderOfPath(from)) + path);
}
