import type { TextFormat } from "../enumerations.ts";

/**
 * Names for the files of a spec, the entry first: their paths below the folder that all of them are in, so that what
 * one of them calls another by leads from name to name as well. What comes from elsewhere is called by its address.
 */
export function nameFiles(entry: { url?: string; format: TextFormat }, others: readonly string[]): string[] {
  const fallback = `openapi.${entry.format}`;
  if (entry.url === undefined) return [fallback, ...others];
  const { origin, pathname } = new URL(entry.url);
  const first = pathname.endsWith("/") ? pathname + fallback : pathname;
  const paths = others.map((other) => {
    const url = new URL(other);
    return url.origin === origin ? url.pathname + url.search : undefined;
  });
  const folder = commonFolder([first, ...paths.filter((path) => path !== undefined)]);
  const taken = new Set([first]);
  const names = others.map((other, i) => {
    const path = paths[i];
    if (path === undefined || path.endsWith("/") || taken.has(path)) return other;
    taken.add(path);
    return decode(path.slice(folder.length));
  });
  return [decode(first.slice(folder.length)), ...names];
}

/** The longest path, up to a slash, that all of these begin with. */
function commonFolder([first = "", ...rest]: readonly string[]): string {
  let folder = first.slice(0, first.lastIndexOf("/") + 1);
  for (const path of rest)
    while (!path.startsWith(folder)) folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
  return folder;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
