import { ImportError } from "../source/index.ts";

const maxLength = 1024;
const maxDepth = 300;

/** Files and folders that systems and tools leave behind. */
const junk = /^(?:__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini|\.git|\.svn|node_modules|\._.*)$/i;

/** Whether a path names a file that systems or tools left behind. */
export function isJunk(path: string): boolean {
  return path.split("/").some((segment) => junk.test(segment));
}

/** Rejects absolute names, and names with `..`. */
export function requireInside(name: string): void {
  if (/^(?:\/|[a-z]:)/i.test(name) || /(?:^|\/)\.\.(?:\/|$)/.test(name))
    throw new ImportError(
      `contains ${JSON.stringify(name.slice(0, 100))}, a name that leads out of its folder`,
    );
}

/** The normalized path of an entry; undefined for a name that is not usable. */
export function normalizeEntryName(name: string): string | undefined {
  if (name.length > maxLength || /\p{Cc}/u.test(name) || !name.isWellFormed()) return undefined;
  const segments = name
    .normalize("NFC")
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".");
  return segments.length === 0 || segments.length > maxDepth ? undefined : segments.join("/");
}

/** The single top-level folder of all paths, with a trailing slash; empty if there is none. */
export function commonTopFolder(paths: readonly string[]): string {
  const [first = ""] = paths;
  const folder = first.slice(0, first.indexOf("/") + 1);
  // A folder of this name contains settings, and is looked up by its name.
  if (folder === ".gitbook/") return "";
  return paths.every((path) => path.startsWith(folder)) ? folder : "";
}

/** Returns a function that is true for the first occurrence of a path. Case is ignored, as on many file systems. */
export function uniquePaths(): (path: string) => boolean {
  const seen = new Set<string>();
  return (path) => {
    const key = path.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
