import { safeDecodeUriComponent } from "../../platform/index.ts";

/** The folder of a file, with a trailing slash; empty at the root. */
export function folderOfPath(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

export function nameOfPath(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function withoutExtension(name: string): string {
  return name.replace(/\.[^./]*$/, "");
}

/** Resolves `.` and `..`; undefined if the path is above the root. */
export function normalizePath(path: string): string | undefined {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== "." && segment !== "") segments.push(segment);
  }
  return segments.join("/");
}

export function splitAddress(address: string): { readonly path: string; readonly suffix: string } {
  const end = address.search(/[?#]/);
  return end < 0
    ? { path: address, suffix: "" }
    : { path: address.slice(0, end), suffix: address.slice(end) };
}

/** Resolves a link of a file; undefined for URLs and fragments. A link that starts with a slash is relative to `root`. */
export function pathFrom(file: string, href: string, root = ""): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?|$)/i.test(href)) return undefined;
  const { path } = splitAddress(href);
  const name = /[%\\]/.test(path) ? safeDecodeUriComponent(path.replace(/\\([!-/:-@[-`{-~])/g, "$1")) : path;
  return normalizePath((name.startsWith("/") ? root : folderOfPath(file)) + name.normalize("NFC"));
}
