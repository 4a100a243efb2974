/** The folder that a file is in; empty at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** How a link in one file names another of the same tree. */
export function relativeUrl(base: string, target: string): string {
  const from = folderOf(base) === "" ? [] : folderOf(base).split("/");
  const to = target.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const steps = [...from.slice(shared).map(() => ".."), ...to.slice(shared).map(encodeName)];
  return steps.join("/");
}

/** Brackets are the end of a link in Markdown. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/[()'*!~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

/** What systems leave behind in folders, and nobody means to import. */
export function isHiddenFile(path: string): boolean {
  return path.split("/").some((part) => part.startsWith(".") || part === "__MACOSX" || part === "Thumbs.db");
}
