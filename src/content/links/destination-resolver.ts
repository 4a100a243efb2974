import { EventLoopYielder } from "../../platform/index.ts";
import { type Content, getRecords } from "../model/index.ts";
import {
  ancestorsOf,
  findByPaths,
  findHomePage,
  findPage,
  hasChildren,
  type LocatedPage,
  locatePages,
  type PagePath,
} from "../pages/index.ts";

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

/** The folder to which paths are relative: the slugs of its pages from the top, and their ids after that of the root. */
interface Folder {
  readonly slugs: readonly string[];
  readonly ids: readonly string[];
}

/** A target that a destination may have. Of several candidates, the first that exists is the target. */
type Candidate = LinkTarget | { readonly path: PagePath } | { readonly isHome: true };

/** The number of destinations whose targets are looked up at once, after which the event loop may run. */
const batchSize = 500;

/** Resolves the link destinations of one document. Each distinct destination is resolved once. */
export class DestinationResolver {
  readonly #content: Content;
  readonly #folder: Folder;
  readonly #options: ResolveOptions;
  readonly #resolved = new Map<string, LinkTarget | undefined>();
  readonly #folders = new Map<string, Promise<boolean>>();
  readonly #yielder = new EventLoopYielder();
  #home: Promise<string | undefined> | undefined;

  constructor(content: Content, folder: Folder, options: ResolveOptions) {
    this.#content = content;
    this.#folder = folder;
    this.#options = options;
  }

  /** The page or file that a destination points to; undefined for any other target. */
  async resolve(destination: string): Promise<LinkTarget | undefined> {
    return (await this.resolveAll([destination])).get(destination);
  }

  /** Resolves many destinations, with few lookups. The targets are in the result. */
  async resolveAll(destinations: Iterable<string>): Promise<ReadonlyMap<string, LinkTarget | undefined>> {
    let batch = new Set<string>();
    for (const destination of destinations) {
      if (this.#resolved.has(destination)) continue;
      batch.add(destination);
      if (batch.size < batchSize) continue;
      await this.#resolveBatch(batch);
      batch = new Set();
    }
    if (batch.size > 0) await this.#resolveBatch(batch);
    return this.#resolved;
  }

  /** The absolute path of a destination, whether or not a page exists there; undefined if it is above the root. */
  absolutePath(destination: string): string | undefined {
    const relative = relativeTo(this.#folder, splitDestination(destination).path);
    return relative && [...this.#folder.slugs.slice(0, relative.depth), ...relative.slugs].join("/");
  }

  /**
   * The destinations to write for links: unchanged if they are paths that still resolve to the target, else other
   * paths in the same style. Ids are replaced with paths.
   */
  async rewriteAll(links: readonly WrittenLink[]): Promise<string[]> {
    const distinct = new Map(links.map((link) => [keyOf(link), link]));
    const isResolved = await this.#resolvingLinks([...distinct.values()]);
    const changed = [...distinct.values()].filter((link) => !isResolved(link) || isById(link));
    const pages = changed.flatMap(({ target }) => ("page" in target ? target.page : []));
    const located = await locatePages(this.#content, [...new Set(pages)]);
    const rewritten = new Map<string, WrittenLink>();
    for (const link of changed) {
      if (this.#yielder.isDue) await this.#yielder.yieldIfDue();
      const written = await this.#newDestination(link, located);
      if (written !== undefined) rewritten.set(keyOf(link), { ...link, written });
    }
    const isUnambiguous = await this.#resolvingLinks([...rewritten.values()]);
    return links.map((link) => {
      const other = rewritten.get(keyOf(link));
      if (other === undefined) return link.written;
      // Some slugs, such as README, make the path ambiguous. Ids are not.
      return isUnambiguous(other) ? other.written : pathById(link.target) + suffixOf(link.written);
    });
  }

  async #resolveBatch(destinations: ReadonlySet<string>): Promise<void> {
    let unresolved = Array.from(destinations, (destination) => ({
      destination,
      candidates: [...this.#candidatesFor(destination)],
    }));
    for (let round = 0; unresolved.length > 0; round++) {
      const found = await this.#findAll(unresolved.map(({ candidates }) => candidates[round]));
      for (const [i, { destination }] of unresolved.entries()) this.#resolved.set(destination, found[i]);
      unresolved = unresolved.filter(
        ({ candidates }, i) => found[i] === undefined && candidates.length > round + 1,
      );
    }
    await this.#yielder.yieldIfDue();
  }

  *#candidatesFor(destination: string): Generator<Candidate> {
    const { refs, previousTargets } = this.#options;
    const { path } = splitDestination(destination);
    if (path === "" || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return;
    const name = path.replace(/^\.\//, "").replace(/^\/(?:pages|files)\/([^/]+)$/, "$1");
    const ref = refs?.get(name) ?? refs?.get(name.replace(/\.md$/, ""));
    if (ref !== undefined) yield ref;
    const previous = previousTargets?.get(destination);
    if (previous !== undefined) yield previous;
    const [, file] = /^\/files\/([^/]+)$/.exec(path) ?? [];
    if (file !== undefined) yield { file };
    const [, page] = /^\/pages\/(.+)$/.exec(path) ?? [];
    if (page !== undefined) {
      yield { page };
      yield* pagePaths({ parent: "", slugs: page.replace(/\/$/, "").split("/") });
    }
    if (path.startsWith("/")) return;
    const relative = relativeTo(this.#folder, path);
    if (relative !== undefined)
      yield* pagePaths({ parent: this.#folder.ids[relative.depth] ?? "", slugs: relative.slugs });
  }

  /** The targets of the candidates that exist, in the same order. */
  async #findAll(candidates: readonly (Candidate | undefined)[]): Promise<(LinkTarget | undefined)[]> {
    const defined = candidates.filter((candidate) => candidate !== undefined);
    const content = this.#content;
    const pageIds = defined.flatMap((candidate) => ("page" in candidate ? candidate.page : []));
    const pages = await getRecords(content, "pages", pageIds);
    const fileIds = defined.flatMap((candidate) => ("file" in candidate ? candidate.file : []));
    const files = await getRecords(content, "files", fileIds);
    const paths = defined.flatMap((candidate) => ("path" in candidate ? candidate.path : []));
    const pagesByPath = await findByPaths(content, paths);
    if (defined.some((candidate) => "isHome" in candidate)) this.#home ??= findHomePage(content);
    const home = await this.#home;
    return candidates.map((candidate) => {
      if (candidate === undefined) return undefined;
      if ("page" in candidate) return pages.has(candidate.page) ? candidate : undefined;
      if ("file" in candidate) return files.has(candidate.file) ? candidate : undefined;
      const page = "path" in candidate ? pagesByPath.get(candidate.path) : home;
      return page === undefined ? undefined : { page };
    });
  }

  /** Resolves the destinations of links. The result tells which of them lead to their target. */
  async #resolvingLinks(links: readonly WrittenLink[]): Promise<(link: WrittenLink) => boolean> {
    const targets = await this.resolveAll(links.map(({ written }) => written));
    return ({ written, target }) => {
      const found = targets.get(written);
      return found !== undefined && idOf(found) === idOf(target);
    };
  }

  /** A path to the target in the style of the written destination; undefined if the target has no path. */
  async #newDestination(
    link: WrittenLink,
    located: ReadonlyMap<string, LocatedPage>,
  ): Promise<string | undefined> {
    const { written, target } = link;
    const { path: writtenPath, suffix } = splitDestination(written);
    if ("file" in target) return pathById(target) + suffix;
    const { record, path = "" } = located.get(target.page) ?? {};
    if (record === undefined || record.slug === "") return undefined;
    const isMarkdown = isById(link) || writtenPath.endsWith(".md");
    const isFolder = isMarkdown && (await this.#isFolder(target.page));
    const file = isMarkdown ? `${path}${isFolder ? "/README" : ""}.md` : path;
    const isAbsolute = writtenPath.startsWith("/") && !isById(link);
    const newPath = isAbsolute ? `/pages/${file}` : relativePath(this.#folder.slugs, file);
    return encodeURI(newPath).replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29")) + suffix;
  }

  #isFolder(page: string): Promise<boolean> {
    return this.#folders.getOrInsertComputed(page, () => hasChildren(this.#content, page));
  }
}

/** A link as it is written, and its target. */
export interface WrittenLink {
  readonly written: string;
  readonly target: LinkTarget;
}

function keyOf({ written, target }: WrittenLink): string {
  return `${idOf(target)} ${written}`;
}

function isById({ written, target }: WrittenLink): boolean {
  return splitDestination(written).path === pathById(target);
}

function idOf(target: LinkTarget): string {
  return "page" in target ? target.page : target.file;
}

export function pathById(target: LinkTarget): string {
  return "page" in target ? `/pages/${target.page}` : `/files/${target.file}`;
}

/** The page at a path, the page of a Markdown file at the path, or the page whose README is at the path. */
function* pagePaths({ parent, slugs }: PagePath): Generator<Candidate> {
  yield { path: { parent, slugs } };
  const [last = "", before] = [slugs.at(-1), slugs.slice(0, -1)];
  if (last.endsWith(".md")) yield { path: { parent, slugs: [...before, last.slice(0, -".md".length)] } };
  const isReadme = /^README\.md$/i.test(last);
  if (parent === "" && (isReadme ? before : slugs).join("/") === "") yield { isHome: true };
  else if (isReadme) yield { path: { parent, slugs: before } };
}

/** The folder of the page's Markdown file: its own path if it has children, else that of its parent. */
async function folderOf(content: Content, origin: Origin): Promise<Folder> {
  const page = origin === undefined ? undefined : await findPage(content, origin);
  if (origin === undefined || page === undefined) return { slugs: [], ids: [""] };
  const ancestors = [...(await ancestorsOf(content, page))].reverse();
  if (await hasChildren(content, origin)) ancestors.push([origin, page]);
  return { slugs: ancestors.map(([, { slug }]) => slug), ids: ["", ...ancestors.map(([id]) => id)] };
}

/** A relative path as slugs below the folder's page at a depth; undefined if it is above the root. */
function relativeTo({ slugs: { length } }: Folder, path: string) {
  let depth = length;
  const slugs: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") {
      if (slugs.pop() === undefined && --depth < 0) return undefined;
    } else if (segment !== "." && segment !== "") slugs.push(segment);
  }
  return { depth, slugs };
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

/** The query and the fragment of a destination. */
export function suffixOf(destination: string): string {
  const at = destination.search(/[?#]/);
  return at < 0 ? "" : destination.slice(at);
}

function relativePath(from: readonly string[], file: string): string {
  const to = file.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}
