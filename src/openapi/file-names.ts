import { safeDecodeUriComponent } from "../platform/index.ts";
import type { TextFormat } from "../storage/database/index.ts";

interface NamedFile {
  /** The URL after redirects; undefined if the source is a text. */
  readonly url: string | undefined;
  /** The URL before redirects, which references use. */
  readonly requestUrl: string | undefined;
  readonly format: TextFormat;
}

/** An entry with a longer path gets a default name. */
const maxEntryPathLength = 1000;

/**
 * Names the files of a spec, the entry first, by their paths relative to their common folder, so that relative references
 * between files are valid between names. A file is named by its URL if it has another origin, or if its relative path is
 * empty, ends with a slash or is already used.
 */
export function nameFiles<T extends NamedFile>([entry, ...others]: readonly [T, ...T[]]): Map<T, string> {
  const entryUrl = entry.url === undefined ? undefined : new URL(entry.url);
  const paths = new Map(
    others.map((file) => {
      const { origin, pathname, search } = new URL(file.requestUrl ?? "");
      return [file, origin === entryUrl?.origin ? pathname + search : undefined];
    }),
  );
  const first = entryPath(entryUrl?.pathname ?? "/", `openapi.${entry.format}`);
  const folder = commonFolder([first, ...[...paths.values()].filter((path) => path !== undefined)]);
  const names = new Map([[entry, decode(first.slice(folder.length))]]);
  const usedNames = new Set(names.values());
  for (const [file, path] of paths) {
    const name = path === undefined ? "" : decode(path.slice(folder.length));
    const isUsable = name !== "" && !name.endsWith("/") && !usedNames.has(name);
    names.set(file, isUsable ? name : (file.requestUrl ?? ""));
    usedNames.add(name);
  }
  return names;
}

function entryPath(path: string, fallback: string): string {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return path === folder || path.length > maxEntryPathLength ? folder + fallback : path;
}

/** The longest common prefix that ends with a slash. */
function commonFolder([first = "", ...rest]: readonly string[]): string {
  let folder = first.slice(0, first.lastIndexOf("/") + 1);
  for (const path of rest)
    while (!path.startsWith(folder)) folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
  return folder;
}

/** Percent-decodes each segment unless the result would not be a valid file name. */
function decode(path: string): string {
  return path
    .split("/")
    .map((segment) => {
      const plain = safeDecodeUriComponent(segment);
      return plain === "." || plain === ".." || /[/\\\p{Cc}]/u.test(plain) ? segment : plain;
    })
    .join("/");
}
