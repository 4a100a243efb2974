import type { Content } from "./content.ts";
import { getValue } from "./map/read-map.ts";
import { findDestinations } from "./markdown/destinations.ts";
import { findFrontMatterAddresses } from "./markdown/front-matter.ts";
import { findByPath, findHome, findPage, hasChildren, pathOf } from "./pages/read-pages.ts";

/** What a link of a document leads to inside the space. */
export type LinkTarget = { readonly page: string } | { readonly file: string };

/** A link that is kept by the id of its target: where it stands in the text, and what it leads to. */
export type StoredLink = { readonly at: number; readonly length: number } & LinkTarget;

/** Names that the changes of one batch give to what they insert. */
export type Refs = ReadonlyMap<string, LinkTarget>;

/** From which page a link leads; undefined where a document belongs to none. */
export type Origin = string | undefined;

/** Finds the links of a document that lead to a page or a file of the same space. */
export async function resolveLinks(
  content: Content,
  origin: Origin,
  markdown: string,
  refs: Refs = new Map(),
): Promise<StoredLink[]> {
  const links: StoredLink[] = [];
  const folder = await folderOf(content, origin);
  const { addresses, end } = await findFrontMatterAddresses(markdown);
  const destinations = [...addresses, ...findDestinations(markdown).filter(({ at }) => at >= end)];
  for (const { at, text } of destinations) {
    const target = await resolve(content, folder, text, refs);
    if (target !== undefined) links.push({ at, length: text.length, ...target });
  }
  return links;
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
  const folder = await folderOf(content, origin);
  const parts: string[] = [];
  let done = 0;
  for (const link of links) {
    const written = text.slice(link.at, link.at + link.length);
    parts.push(text.slice(done, link.at), await rewrite(content, folder, written, link));
    done = link.at + link.length;
  }
  return parts.join("") + text.slice(done);
}

/** What one address leads to, seen from a page. */
export async function resolveAddress(
  content: Content,
  origin: Origin,
  address: string,
  refs: Refs,
): Promise<LinkTarget | undefined> {
  return resolve(content, await folderOf(content, origin), address, refs);
}

async function rewrite(
  content: Content,
  folder: string,
  written: string,
  target: LinkTarget,
): Promise<string> {
  const { path: before, suffix } = splitAddress(written);
  if ("file" in target) return `/files/${target.file}${suffix}`;
  const isById = before === `/pages/${target.page}`;
  const now = isById ? undefined : await resolve(content, folder, written, new Map());
  if (now !== undefined && "page" in now && now.page === target.page) return written;
  const page = await findPage(content, target.page);
  // The page is gone: nothing would be right, so it stays as it was written.
  if (page === undefined || page.slug === "") return written;
  const path = await pathOf(content, page);
  const isMarkdown = isById || before.endsWith(".md");
  const file = isMarkdown ? `${path}${(await hasChildren(content, target.page)) ? "/README" : ""}.md` : path;
  const address = before.startsWith("/") && !isById ? `/pages/${file}` : relativePath(folder, file);
  return encodeURI(address).replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29")) + suffix;
}

/** What an address leads to, seen from a folder of the space; undefined for what is not inside the space. */
async function resolve(
  content: Content,
  folder: string,
  address: string,
  refs: Refs,
): Promise<LinkTarget | undefined> {
  const { path } = splitAddress(address);
  if (path === "" || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return undefined;
  const ref = refs.get(path.replace(/^\.\//, "")) ?? refs.get(path.replace(/^\.\//, "").replace(/\.md$/, ""));
  if (ref !== undefined) return ref;
  const [, file] = /^\/files\/([^/]+)$/.exec(path) ?? [];
  if (file !== undefined) {
    const exists = (await getValue(content.nodes, content.roots.files, file)) !== undefined;
    return exists ? { file } : undefined;
  }
  const page = await resolvePage(content, folder, path);
  return page === undefined ? undefined : { page };
}

async function resolvePage(content: Content, folder: string, path: string): Promise<string | undefined> {
  const [, absolute] = /^\/pages\/(.+)$/.exec(path) ?? [];
  if (absolute === undefined && path.startsWith("/")) return undefined;
  if (absolute !== undefined && (await findPage(content, absolute)) !== undefined) return absolute;
  const full = absolute === undefined ? joinPaths(folder, path) : absolute;
  if (full === undefined) return undefined;
  const slugs = full
    .replace(/(^|\/)README\.md$/i, "")
    .replace(/\.md$/, "")
    .replace(/\/$/, "");
  return slugs === "" ? findHome(content) : findByPath(content, slugs);
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
