import { decodeOrKeep } from "../../platform/index.ts";

/** The folder that a file is in, with its slash; empty at the top. */
export function folderOfPath(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** The name of a file, without its folders. */
export function nameOfPath(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A name without what follows its last dot. */
export function withoutExtension(name: string): string {
  return name.replace(/\.[^./]*$/, "");
}

/** The path without `.` and `..`; undefined where it leads above the top. */
export function normalizePath(path: string): string | undefined {
  const steps: string[] = [];
  for (const step of path.split("/")) {
    if (step === "..") {
      if (steps.pop() === undefined) return undefined;
    } else if (step !== "." && step !== "") steps.push(step);
  }
  return steps.join("/");
}

/** Whether an address leads out of the tree, or to a place on the page itself. */
export function isElsewhere(address: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?|$)/i.test(address);
}

/** The address without the query and the anchor behind it, and these. */
export function splitAddress(address: string): { readonly path: string; readonly suffix: string } {
  const end = address.search(/[?#]/);
  return end < 0
    ? { path: address, suffix: "" }
    : { path: address.slice(0, end), suffix: address.slice(end) };
}

/** The path that an address leads to from a file; one that begins with a slash, from the top of the content. */
export function pathFrom(file: string, address: string, top = ""): string | undefined {
  if (isElsewhere(address)) return undefined;
  const { path } = splitAddress(address);
  // Most are written plainly.
  const plain = /[%\\]/.test(path) ? decodeOrKeep(path.replace(/\\([!-/:-@[-`{-~])/g, "$1")) : path;
  return normalizePath((plain.startsWith("/") ? top : folderOfPath(file)) + plain.normalize("NFC"));
}
