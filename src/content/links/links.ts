import { badInput } from "../../platform/index.ts";
import { markedAddress } from "../document/index.ts";
import { getValue } from "../map/index.ts";
import { allDestinations, findFrontMatterAddresses } from "../markdown/index.ts";
import { type Content, maxLinks } from "../model/index.ts";
import { findByPath, findHomePage, findPage, hasChildren, pathOf } from "../pages/index.ts";

/** What a link of a document leads to inside the space. */
export type LinkTarget = { readonly page: string } | { readonly file: string };

/** A link that is kept by the id of its target: where it stands in the text, and what it leads to. */
export type StoredLink = { readonly at: number; readonly length: number } & LinkTarget;

/** Names that the changes of one batch give to what they insert. */
export type Refs = ReadonlyMap<string, LinkTarget>;

/** What addresses may mean beside what is found at them now. */
export interface ResolveOptions {
  readonly refs?: Refs;
  /** What they led to when the text was written: that counts, as long as it is there. */
  readonly previousTargets?: ReadonlyMap<string, LinkTarget>;
}

/** From which page a link leads; undefined where a document belongs to none. */
export type Origin = string | undefined;

/** Finds the links of a document that lead to a page or a file of the same space. */
export async function resolveLinks(
  content: Content,
  origin: Origin,
  markdown: string,
  names: ResolveOptions = {},
): Promise<StoredLink[]> {
  const links: StoredLink[] = [];
  const resolver = new Resolver(content, await folderOf(content, origin), names);
  for (const { at, text } of allDestinations(markdown, await findFrontMatterAddresses(markdown))) {
    const target = await resolver.resolve(text);
    if (target === undefined) continue;
    links.push({ at, length: text.length, ...target });
    if (links.length > maxLinks)
      throw badInput("document.markdown", `has more than ${maxLinks} links to pages and files of the space`);
  }
  return links;
}

/** What the addresses in a document lead to, by how they are written. */
export async function targetsByAddress(
  content: Content,
  origin: Origin,
  markdown: string,
): Promise<Map<string, LinkTarget>> {
  const links = await resolveLinks(content, origin, markdown);
  return new Map(links.map(({ at, length, ...target }) => [markdown.slice(at, at + length), target]));
}

/**
 * The text with every link as it works now: as it was written where that is a path which still leads to the same
 * thing, else by another path in the same manner. An id is no path, so a link by id is written out as one.
 */
export async function writeLinks(
  content: Content,
  origin: Origin,
  text: string,
  links: readonly StoredLink[],
): Promise<string> {
  if (links.length === 0) return text;
  const resolver = new Resolver(content, await folderOf(content, origin));
  const parts: string[] = [];
  let done = 0;
  for (const link of links) {
    const written = text.slice(link.at, link.at + link.length);
    parts.push(text.slice(done, link.at), await resolver.rewrite(written, link));
    done = link.at + link.length;
  }
  return parts.join("") + text.slice(done);
}

/**
 * The text with every link that is kept by id written by that id, so that it depends on nothing else; beside it stands
 * the way it was written, for where a reader of the text finds no link.
 */
export function writeLinksById(text: string, links: readonly StoredLink[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const link of links) {
    const written = text.slice(link.at, link.at + link.length);
    const path = "page" in link ? `/pages/${link.page}` : `/files/${link.file}`;
    parts.push(text.slice(done, link.at), markedAddress(path + splitAddress(written).suffix, written));
    done = link.at + link.length;
  }
  return parts.join("") + text.slice(done);
}

/** What one address leads to, seen from a page. */
export async function resolveAddress(
  content: Content,
  origin: Origin,
  address: string,
  names: ResolveOptions,
): Promise<LinkTarget | undefined> {
  return new Resolver(content, await folderOf(content, origin), names).resolve(address);
}

/** Follows addresses, all seen from one page. */
export interface AddressBook {
  /** What one leads to; undefined for what is not inside the space. */
  resolve(address: string): Promise<LinkTarget | undefined>;
  /** The path from the top that one has, whatever is there; undefined above the top. */
  pathOf(address: string): string | undefined;
}

export async function openAddressBook(content: Content, origin: Origin): Promise<AddressBook> {
  const folder = await folderOf(content, origin);
  const resolver = new Resolver(content, folder);
  return {
    resolve: (address) => resolver.resolve(address),
    pathOf: (address) => joinPaths(folder, splitAddress(address).path),
  };
}

/** Follows the links of one document, each manner of writing one once. */
class Resolver {
  readonly #content: Content;
  readonly #folder: string;
  readonly #refs: Refs;
  readonly #previousTargets: ReadonlyMap<string, LinkTarget>;
  readonly #resolved = new Map<string, Promise<LinkTarget | undefined>>();
  readonly #rewritten = new Map<string, Promise<string>>();
  #home: Promise<string | undefined> | undefined;

  constructor(
    content: Content,
    folder: string,
    { refs = new Map(), previousTargets = new Map() }: ResolveOptions = {},
  ) {
    this.#content = content;
    this.#folder = folder;
    this.#refs = refs;
    this.#previousTargets = previousTargets;
  }

  /** Undefined for what is not inside the space. */
  resolve(address: string): Promise<LinkTarget | undefined> {
    return this.#resolved.getOrInsertComputed(address, () => this.#find(address));
  }

  rewrite(written: string, target: LinkTarget): Promise<string> {
    const key = `${idOf(target)} ${written}`;
    return this.#rewritten.getOrInsertComputed(key, () => this.#write(written, target));
  }

  async #find(address: string): Promise<LinkTarget | undefined> {
    const { path } = splitAddress(address);
    if (path === "" || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return undefined;
    const name = path.replace(/^\.\//, "");
    const [, byName = name] = /^\/(?:pages|files)\/([^/]+)$/.exec(name) ?? [];
    const ref = this.#refs.get(byName) ?? this.#refs.get(byName.replace(/\.md$/, ""));
    if (ref !== undefined) return ref;
    const { nodes, roots } = this.#content;
    const previous = this.#previousTargets.get(address);
    if (previous !== undefined && (await this.#isThere(previous))) return previous;
    const [, file] = /^\/files\/([^/]+)$/.exec(path) ?? [];
    if (file !== undefined)
      return (await getValue(nodes, roots.files, file)) === undefined ? undefined : { file };
    const page = await this.#findPage(path);
    return page === undefined ? undefined : { page };
  }

  async #isThere(target: LinkTarget): Promise<boolean> {
    const { nodes, roots } = this.#content;
    const found =
      "page" in target
        ? await getValue(nodes, roots.pages, target.page)
        : await getValue(nodes, roots.files, target.file);
    return found !== undefined;
  }

  /** By id, by the very path, by the path of its file, and at last as the page that stands for a folder. */
  async #findPage(path: string): Promise<string | undefined> {
    const [, absolute] = /^\/pages\/(.+)$/.exec(path) ?? [];
    if (absolute === undefined && path.startsWith("/")) return undefined;
    if (absolute !== undefined && (await findPage(this.#content, absolute)) !== undefined) return absolute;
    const full = absolute === undefined ? joinPaths(this.#folder, path) : absolute.replace(/\/$/, "");
    if (full === undefined) return undefined;
    for (const candidate of new Set([full, full.replace(/\.md$/, "")])) {
      const found = await findByPath(this.#content, candidate);
      if (found !== undefined) return found;
    }
    const folder = full.replace(/(^|\/)README\.md$/i, "");
    if (folder !== "") return folder === full ? undefined : findByPath(this.#content, folder);
    this.#home ??= findHomePage(this.#content);
    return this.#home;
  }

  async #write(written: string, target: LinkTarget): Promise<string> {
    const { path: before, suffix } = splitAddress(written);
    if ("file" in target) return `/files/${target.file}${suffix}`;
    const isById = before === `/pages/${target.page}`;
    if (!isById && (await this.#leadsTo(written, target))) return written;
    const page = await findPage(this.#content, target.page);
    // The page is gone: nothing would be right, so it stays as it was written.
    if (page === undefined || page.slug === "") return written;
    const path = await pathOf(this.#content, page);
    const isMarkdown = isById || before.endsWith(".md");
    const isFolder = isMarkdown && (await hasChildren(this.#content, target.page));
    const file = isMarkdown ? `${path}${isFolder ? "/README" : ""}.md` : path;
    const address = before.startsWith("/") && !isById ? `/pages/${file}` : relativePath(this.#folder, file);
    const encoded =
      encodeURI(address).replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29")) + suffix;
    // Where odd slugs make that path lead elsewhere, only the id is sure.
    return (await this.#leadsTo(encoded, target)) ? encoded : `/pages/${target.page}${suffix}`;
  }

  async #leadsTo(address: string, target: LinkTarget): Promise<boolean> {
    const found = await this.resolve(address);
    return found !== undefined && idOf(found) === idOf(target);
  }
}

function idOf(target: LinkTarget): string {
  return "page" in target ? target.page : target.file;
}

/** The folder in which the page's file would be: its own when there are pages below it, else that of its parent. */
async function folderOf(content: Content, origin: Origin): Promise<string> {
  const page = origin === undefined ? undefined : await findPage(content, origin);
  if (origin === undefined || page === undefined) return "";
  const path = await pathOf(content, page);
  return (await hasChildren(content, origin)) ? path : path.split("/").slice(0, -1).join("/");
}

/** The path, decoded, and what follows it: a query, an anchor. */
function splitAddress(address: string): { path: string; suffix: string } {
  const end = address.search(/[?#]/);
  const path = end < 0 ? address : address.slice(0, end);
  const plain = path.replace(/\\([!-/:-@[-`{-~])/g, "$1");
  try {
    return { path: decodeURI(plain), suffix: end < 0 ? "" : address.slice(end) };
  } catch {
    return { path: plain, suffix: end < 0 ? "" : address.slice(end) };
  }
}

/** Undefined where the path leads above the top. */
function joinPaths(folder: string, path: string): string | undefined {
  const steps = folder === "" ? [] : folder.split("/");
  for (const step of path.split("/")) {
    if (step === "..") {
      if (steps.pop() === undefined) return undefined;
    } else if (step !== "." && step !== "") steps.push(step);
  }
  return steps.join("/");
}

function relativePath(folder: string, file: string): string {
  const from = folder === "" ? [] : folder.split("/");
  const to = file.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}
