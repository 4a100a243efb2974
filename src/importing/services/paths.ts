import { nameOfPath } from "../source/index.ts";

/** The folder that a file is in; empty at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** In lower case and without its dot; empty where there is none. */
export function extensionOf(path: string): string {
  const name = nameOfPath(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** A path without its extension. */
export function stemOf(path: string): string {
  const extension = extensionOf(path);
  return extension === "" ? path : path.slice(0, -extension.length - 1);
}

/** How a link in one file names another of the same tree. */
export function addressFrom(base: string, target: string): string {
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
export function isClutter(path: string): boolean {
  return path.split("/").some((part) => part.startsWith(".") || part === "__MACOSX" || part === "Thumbs.db");
}
