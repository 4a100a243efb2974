import { decodeOrKeep } from "../../platform/index.ts";

/** Something of a source that links lead to. */
export interface Addressed {
  readonly address: string;
  readonly aliases?: readonly string[];
  readonly anchors?: ReadonlyMap<string, string>;
}

/** What an address leads to: something that was taken, by its name among the changes, and a place there. */
export interface Lead {
  readonly name: string;
  readonly anchor: string | undefined;
}

/** Finds what the links of a source's pages lead to. */
export interface AddressIndex {
  /** What an address leads to, seen from a page; undefined for what was not taken. */
  find(address: string, from: string): Lead | undefined;
  /** The address written so that it leads to the same from wherever the page goes. */
  rewrite(address: string, from: string): string;
}

/** All that links can lead to, each with the name that it has among the changes. */
export function indexAddresses(
  things: readonly Addressed[],
  nameOf: (address: string) => string,
): AddressIndex {
  const byKey = new Map<string, Addressed>();
  // Not every system tells capitals apart; what is written exactly so counts more.
  for (const spelling of [keyOf, (address: string) => keyOf(address).toLowerCase()])
    for (const thing of things)
      for (const address of [thing.address, ...(thing.aliases ?? [])])
        byKey.getOrInsert(spelling(address), thing);
  const thingAt = (address: string, from: string): Addressed | undefined => {
    const path = resolve(address, from);
    if (path === undefined) return undefined;
    const candidates = [path, `${path}.md`, `${path}/README.md`, `${path}/index.md`, `${path}.html`].map(
      keyOf,
    );
    return byKey.get(candidates.find((key) => byKey.has(key)) ?? keyOf(path).toLowerCase());
  };
  const find = (written: string, from: string): Lead | undefined => {
    const address = plain(written);
    const thing = thingAt(address, from);
    return thing && { name: nameOf(thing.address), anchor: anchorOn(thing, address) };
  };
  return {
    find,
    rewrite: (written, from) => {
      const address = plain(written);
      if (isAnchor(address)) {
        const own = byKey.get(keyOf(from));
        const anchor = own && anchorOn(own, address);
        if (own !== undefined && anchor === "") return nameOf(own.address);
        return anchor === undefined ? address : `#${anchor}`;
      }
      const lead = find(address, from);
      if (lead !== undefined)
        return lead.name + queryOf(address, from) + (lead.anchor ? `#${lead.anchor}` : "");
      return isWeb(from) ? (URL.parse(address, from)?.href ?? address) : address;
    },
  };
}

/** What an address says that is written as HTML, and Markdown too, may write it. */
function plain(address: string): string {
  return address.replace(/&(?:amp|#38|#x26);/gi, "&");
}

/** What is asked of a page in a tree of files; on the web, that makes it another page. */
function queryOf(address: string, from: string): string {
  const [query = ""] = isWeb(from) ? [] : (/\?[^#]+/.exec(address) ?? []);
  return query;
}

/** What a place is called here that an address names: by its own name, unless it has another one. */
function anchorOn({ anchors }: Addressed, address: string): string | undefined {
  const written = address.includes("#") ? address.slice(address.indexOf("#") + 1) : "";
  if (!/^\S+$/.test(written)) return undefined;
  return anchors?.get(written) ?? anchors?.get(decodeOrKeep(written)) ?? written;
}

function isWeb(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

function isAnchor(address: string): boolean {
  return address.startsWith("#");
}

/** Pages are called by their folder, with a slash at its end or without, or by the file that stands for it. */
function keyOf(address: string): string {
  return address.replace(/\/(?:index\.html?)?$/i, "");
}

/** Where an address leads, without a query in a tree, and without its anchor; undefined for what is no place. */
function resolve(address: string, from: string): string | undefined {
  if (isAnchor(address) || address === "") return undefined;
  if (isWeb(from) || isWeb(address)) {
    const url = URL.parse(address, isWeb(from) ? from : undefined);
    if (url === null) return undefined;
    url.hash = "";
    return url.href;
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return undefined;
  return joinPath(from, decodeOrKeep(address.replace(/[?#].*$/s, "")));
}

/** A path from the top of a tree; undefined above it. One that begins with a slash is from the top already. */
function joinPath(from: string, path: string): string | undefined {
  const steps = path.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const step of path.split("/")) {
    if (step === "..") {
      if (steps.pop() === undefined) return undefined;
    } else if (step !== "." && step !== "") steps.push(step);
  }
  return steps.join("/");
}
