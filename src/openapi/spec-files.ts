import { posix } from "node:path";
import { encodePath } from "../platform/index.ts";
import { type JsonObject, resolvePointer, withoutFragment } from "./document/index.ts";

/** A parsed file of a spec. */
export interface SpecFile {
  readonly name: string;
  /** The URL after redirects. Undefined if the source is a text. */
  readonly url: string | undefined;
  /** The URL before redirects, which references use. */
  readonly requestUrl: string | undefined;
  readonly document: unknown;
}

/** Resolves references between the files of a spec. */
export class SpecFiles {
  readonly #byUrl = new Map<string, SpecFile>();

  constructor(files: readonly SpecFile[]) {
    for (const file of files)
      for (const url of [file.url, file.requestUrl]) if (url !== undefined) this.#byUrl.set(url, file);
  }

  /** The file that a reference in another file points to. */
  fileOf(ref: string, from: SpecFile): SpecFile | undefined {
    const path = withoutFragment(ref);
    return path === "" ? from : this.#byUrl.get(URL.parse(path, from.url)?.href ?? "");
  }

  /** The value that a reference points to, and its file. Follows chains of references. */
  resolve(ref: string, from: SpecFile): { value: unknown; file: SpecFile } | undefined {
    let [current, file] = [ref, from];
    for (let steps = 0; steps < 20; steps++) {
      const next = this.fileOf(current, file);
      const value = next && resolvePointer(next.document, current.slice(withoutFragment(current).length + 1));
      if (next === undefined || value === undefined) return undefined;
      const { $ref } = Object(value) as JsonObject;
      if (typeof $ref !== "string") return { value, file: next };
      [current, file] = [$ref, next];
    }
    return undefined;
  }

  /** The form that a reference in one file has in another file. */
  rebase(ref: string, from: SpecFile, to: SpecFile): string {
    const target = this.fileOf(ref, from);
    const fragment = ref.slice(withoutFragment(ref).length) || "#";
    if (target === undefined) return URL.parse(ref, from.url)?.href ?? ref;
    if (target === to) return fragment;
    const isAbsolute = [target.name, to.name].some((name) => URL.canParse(name));
    if (isAbsolute) return (target.requestUrl ?? "") + fragment;
    return encodePath(posix.relative(posix.dirname(to.name), target.name)) + fragment;
  }
}
