import { decodeOrKeep } from "../uri-text.ts";

/** Something of a source that links lead to. */
export interface Addressed {
  readonly address: string;
  readonly aliases?: readonly string[];
  readonly anchors?: ReadonlyMap<string, string>;
}

/** Finds what the links of a source's pages lead to. */
export interface AddressIndex {
  /** The name of what an address leads to, seen from a page; undefined for what was not taken. */
  find(address: string, from: string): string | undefined;
  /** What an anchor of the thing with a name is called now; empty where it is the whole. */
  anchorIn(name: string, anchor: string): string;
  /** The address written so that it leads to the same from anywhere: of what is not in the source, where that can be. */
  absolute(address: string, from: string): string;
}

/** All that links can lead to, each with the name that it has among the changes. */
export function indexAddresses(
  things: readonly Addressed[],
  nameOf: (address: string) => string,
): AddressIndex {
  const names = new Map<string, string>();
  const anchors = new Map(things.map((thing) => [nameOf(thing.address), thing.anchors]));
  // Not every system tells capitals apart; what is written exactly so counts more.
  for (const { address, aliases = [] } of things)
    for (const key of [address, ...aliases].map(keyOf))
      for (const each of [key, key.toLowerCase()]) if (!names.has(each)) names.set(each, nameOf(address));
  return {
    find: (address, from) => {
      const path = resolve(address, from);
      if (path === undefined) return undefined;
      const candidates = [path, `${path}.md`, `${path}/README.md`, `${path}/index.md`, `${path}.html`].map(
        keyOf,
      );
      const found = candidates.find((key) => names.has(key)) ?? keyOf(path).toLowerCase();
      return names.get(found);
    },
    anchorIn: (name, anchor) => anchors.get(name)?.get(decodeOrKeep(anchor)) ?? anchor,
    absolute: (address, from) =>
      isWeb(from) && !isAnchor(address) ? (URL.parse(address, from)?.href ?? address) : address,
  };
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
