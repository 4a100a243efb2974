import type { Folder } from "../folders/index.ts";

/** The folder of a file, without a slash at its end; empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The relative URL of a file in a link of another file. */
export function relativeUrl(base: string, target: string): string {
  const from = folderOf(base) === "" ? [] : folderOf(base).split("/");
  const to = target.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const steps = [...from.slice(shared).map(() => ".."), ...to.slice(shared).map(encodeName)];
  return steps.join("/");
}

/** Escapes parentheses as well, which would end a link in Markdown. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /[()'*!~]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}

/** The paths of a folder, without files that operating systems and tools leave there. */
export function visiblePaths({ entries }: Folder): string[] {
  return entries.map(({ path }) => path).filter((path) => !isHidden(path));
}

function isHidden(path: string): boolean {
  return path.split("/").some((part) => part.startsWith(".") || part === "__MACOSX" || part === "Thumbs.db");
}
