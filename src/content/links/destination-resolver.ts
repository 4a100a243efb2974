import { type Content, getRecord } from "../model/index.ts";
import { findByPath, findHomePage, findPage, hasChildren, pathOf } from "../pages/index.ts";

/** A page or a file of the same space, by id. */
export type LinkTarget = { readonly page: string } | { readonly file: string };

/** The page that contains a link; undefined for reusable content, which has no path. */
export type Origin = string | undefined;

/** Targets that take precedence over paths. */
export interface ResolveOptions {
  /** The refs that a batch defines for the pages and files it inserts. */
  readonly refs?: ReadonlyMap<string, LinkTarget>;
  /** The targets of destinations when the text was written. They take precedence as long as they exist. */
  readonly previousTargets?: ReadonlyMap<string, LinkTarget>;
}

export async function openDestinationResolver(
  content: Content,
  origin: Origin,
  options: ResolveOptions = {},
): Promise<DestinationResolver> {
  return new DestinationResolver(content, await folderOf(content, origin), options);
}

/** Resolves the link destinations of one document. Each distinct destination is resolved once. */
export class DestinationResolver {
  readonly #content: Content;
  readonly #folder: string;
  readonly #options: ResolveOptions;
  readonly #resolved = new Map<string, Promise<LinkTarget | undefined>>();
  readonly #rewritten = new Map<string, Promise<string>>();
  #home: Promise<string | undefined> | undefined;

  constructor(content: Content, folder: string, options: ResolveOptions) {
    this.#content = content;
    this.#folder = folder;
    this.#options = options;
  }

  /** The page or file that a destination points to; undefined for any other target. */
  resolve(destination: string): Promise<LinkTarget | undefined> {
    return this.#resolved.getOrInsertComputed(destination, () => this.#resolve(destination));
  }

  /** The absolute path of a destination, whether or not a page exists there; undefined if it is above the root. */
  absolutePath(destination: string): string | undefined {
    return joinPaths(this.#folder, splitDestination(destination).path);
  }

  /**
   * The destination to write for a target: unchanged if it is a path that still resolves to the target, else another
   * path in the same style. Ids are replaced with paths.
   */
  rewrite(written: string, target: LinkTarget): Promise<string> {
    return this.#rewritten.getOrInsertComputed(`${idOf(target)} ${written}`, () =>
      this.#rewrite(written, target),
    );
  }

  async #resolve(destination: string): Promise<LinkTarget | undefined> {
    const { refs, previousTargets } = this.#options;
    const { path } = splitDestination(destination);
    if (path === "" || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return undefined;
    const name = path.replace(/^\.\//, "").replace(/^\/(?:pages|files)\/([^/]+)$/, "$1");
    const ref = refs?.get(name) ?? refs?.get(name.replace(/\.md$/, ""));
    if (ref !== undefined) return ref;
    const previous = previousTargets?.get(destination);
    if (previous !== undefined && (await this.#exists(previous))) return previous;
    const [, file] = /^\/files\/([^/]+)$/.exec(path) ?? [];
    if (file !== undefined) return (await this.#exists({ file })) ? { file } : undefined;
    const page = await this.#findPage(path);
    return page === undefined ? undefined : { page };
  }

  async #exists(target: LinkTarget): Promise<boolean> {
    return (await getRecord(this.#content, "page" in target ? "pages" : "files", idOf(target))) !== undefined;
  }

  /** Finds a page by id, by path, by the path of its Markdown file, or as the README of a folder, in this order. */
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

  async #rewrite(written: string, target: LinkTarget): Promise<string> {
    const { path: writtenPath, suffix } = splitDestination(written);
    if ("file" in target) return `/files/${target.file}${suffix}`;
    const isById = writtenPath === `/pages/${target.page}`;
    if (!isById && (await this.#resolvesTo(written, target))) return written;
    const page = await findPage(this.#content, target.page);
    if (page === undefined || page.slug === "") return written;
    const path = await pathOf(this.#content, page);
    const isMarkdown = isById || writtenPath.endsWith(".md");
    const isFolder = isMarkdown && (await hasChildren(this.#content, target.page));
    const file = isMarkdown ? `${path}${isFolder ? "/README" : ""}.md` : path;
    const isAbsolute = writtenPath.startsWith("/") && !isById;
    const newPath = isAbsolute ? `/pages/${file}` : relativePath(this.#folder, file);
    const encoded =
      encodeURI(newPath).replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29")) + suffix;
    // Some slugs, such as README, make the path ambiguous. Ids are not.
    return (await this.#resolvesTo(encoded, target)) ? encoded : `/pages/${target.page}${suffix}`;
  }

  async #resolvesTo(destination: string, target: LinkTarget): Promise<boolean> {
    const found = await this.resolve(destination);
    return found !== undefined && idOf(found) === idOf(target);
  }
}

function idOf(target: LinkTarget): string {
  return "page" in target ? target.page : target.file;
}

/** The folder of the page's Markdown file: its own path if it has children, else that of its parent. */
async function folderOf(content: Content, origin: Origin): Promise<string> {
  const page = origin === undefined ? undefined : await findPage(content, origin);
  if (origin === undefined || page === undefined) return "";
  const path = await pathOf(content, page);
  return (await hasChildren(content, origin)) ? path : path.split("/").slice(0, -1).join("/");
}

/** Splits a link destination into its decoded path, and its query and fragment. */
export function splitDestination(destination: string): { path: string; suffix: string } {
  const [, path = "", suffix = ""] = /^([^?#]*)(.*)$/s.exec(destination) ?? [];
  const unescaped = path.replace(/\\([!-/:-@[-`{-~])/g, "$1");
  try {
    return { path: decodeURI(unescaped), suffix };
  } catch {
    return { path: unescaped, suffix };
  }
}

function joinPaths(folder: string, path: string): string | undefined {
  const segments = folder === "" ? [] : folder.split("/");
  for (const segment of path.split("/")) {
    if (segment === "..") {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== "." && segment !== "") segments.push(segment);
  }
  return segments.join("/");
}

function relativePath(folder: string, file: string): string {
  const from = folder === "" ? [] : folder.split("/");
  const to = file.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}
