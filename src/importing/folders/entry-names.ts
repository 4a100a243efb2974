import { ImportError } from "../source/index.ts";

/** Longer than any path that somebody has chosen; systems refuse what is much longer. */
const longestPath = 1024;
const deepest = 300;

/** What systems and tools leave behind in folders. */
const junk = /^(?:__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini|\.git|\.svn|node_modules|\._.*)$/i;

/** Whether a file of this name, or in a folder of it, belongs to no documentation. */
export function isJunk(name: string): boolean {
  return name.split("/").some((part) => junk.test(part));
}

/** Refuses a name that leads out of the folder which it is in. */
export function requireInside(name: string): void {
  if (/^(?:\/|[a-z]:)/i.test(name) || /(?:^|\/)\.\.(?:\/|$)/.test(name))
    throw new ImportError(`holds ${JSON.stringify(name.slice(0, 100))}, a name that leads out of its folder`);
}

/** The path of an entry; undefined for one that cannot be had. */
export function pathOfEntry(name: string): string | undefined {
  if (name.length > longestPath || /\p{Cc}/u.test(name) || !name.isWellFormed()) return undefined;
  const parts = name
    .normalize("NFC")
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  if (parts.length === 0 || parts.length > deepest) return undefined;
  return parts.join("/");
}

/** The folder at the top that all paths are in, with its slash; empty where there is none. */
export function sharedTopFolder(paths: readonly string[]): string {
  const [first = ""] = paths;
  const folder = first.slice(0, first.indexOf("/") + 1);
  // This one means something by its name.
  if (folder === ".gitbook/") return "";
  return paths.every((path) => path.startsWith(folder)) ? folder : "";
}

/** Says of each path whether it is new; those that differ in case only are the same file on many disks. */
export function onlyOnce(): (path: string) => boolean {
  const seen = new Set<string>();
  return (path) => {
    const key = path.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
