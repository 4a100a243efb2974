import { safeDecodeUriComponent } from "../platform/index.ts";
import type { TextFormat } from "../storage/database/index.ts";

interface NamedFile {
  readonly url: string | undefined;
  readonly address: string | undefined;
  readonly format: TextFormat;
}

/** More than any name needs, and so few that its address stays short. */
const longestName = 1000;

/**
 * Names for the files of a spec, the entry first: their paths below the folder that all of them are in, so that what
 * one of them calls another by leads from name to name as well. What comes from elsewhere is called by its address.
 */
export function nameFiles<T extends NamedFile>([entry, ...others]: readonly [T, ...T[]]): Map<T, string> {
  const fallback = `openapi.${entry.format}`;
  const place = entry.url === undefined ? undefined : new URL(entry.url);
  const paths = new Map(
    others.map((file) => {
      const { origin, pathname, search } = new URL(file.address ?? "");
      return [file, origin === place?.origin ? pathname + search : undefined];
    }),
  );
  const first = entryPath(place?.pathname ?? "/", fallback);
  const folder = commonFolder([first, ...[...paths.values()].filter((path) => path !== undefined)]);
  const names = new Map([[entry, decode(first.slice(folder.length))]]);
  const taken = new Set(names.values());
  for (const [file, path] of paths) {
    const name = path === undefined ? "" : decode(path.slice(folder.length));
    const isFit = name !== "" && !name.endsWith("/") && !taken.has(name);
    names.set(file, isFit ? name : (file.address ?? ""));
    taken.add(name);
  }
  return names;
}

function entryPath(path: string, fallback: string): string {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return path === folder || path.length > longestName ? folder + fallback : path;
}

/** The longest path, up to a slash, that all of these begin with. */
function commonFolder([first = "", ...rest]: readonly string[]): string {
  let folder = first.slice(0, first.lastIndexOf("/") + 1);
  for (const path of rest)
    while (!path.startsWith(folder)) folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
  return folder;
}

/** In words, but for what would then lead elsewhere, or cannot be shown. */
function decode(path: string): string {
  return path
    .split("/")
    .map((segment) => {
      const plain = safeDecodeUriComponent(segment);
      return plain === "." || plain === ".." || /[/\\\p{Cc}]/u.test(plain) ? segment : plain;
    })
    .join("/");
}
