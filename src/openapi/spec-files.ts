import { posix } from "node:path";
import { encodePath, safeDecodeUriComponent } from "../platform/index.ts";
import { type JsonObject, withoutFragment } from "./document/references.ts";

/** A file of a spec, as it is understood. */
export interface SpecFile {
  /** Its path among the files of the spec. */
  readonly name: string;
  /** Where it was found; undefined for a text that came from nowhere. */
  readonly url: string | undefined;
  /** What others call it by: another address, where that leads on to the place. */
  readonly address: string | undefined;
  readonly document: unknown;
}

/** Finds what references between the files of a spec lead to. */
export class SpecFiles {
  readonly #byAddress = new Map<string, SpecFile>();

  constructor(files: readonly SpecFile[]) {
    for (const file of files)
      for (const address of [file.url, file.address])
        if (address !== undefined) this.#byAddress.set(address, file);
  }

  /** The file that a reference leads to from another one. */
  fileOf(ref: string, from: SpecFile): SpecFile | undefined {
    const path = withoutFragment(ref);
    return path === "" ? from : this.#byAddress.get(URL.parse(path, from.url)?.href ?? "");
  }

  /** What a reference leads to, and the file that it is in, through as many references as there are. */
  find(ref: string, from: SpecFile): { value: unknown; file: SpecFile } | undefined {
    let [wanted, file] = [ref, from];
    for (let steps = 0; steps < 20; steps++) {
      const next = this.fileOf(wanted, file);
      const value = next && pointTo(next.document, wanted.slice(withoutFragment(wanted).length + 1));
      if (next === undefined || value === undefined) return undefined;
      const { $ref } = Object(value) as JsonObject;
      if (typeof $ref !== "string") return { value, file: next };
      [wanted, file] = [$ref, next];
    }
    return undefined;
  }

  /** The same reference, to be written in another file. */
  moved(ref: string, from: SpecFile, to: SpecFile): string {
    const target = this.fileOf(ref, from);
    const fragment = ref.slice(withoutFragment(ref).length) || "#";
    if (target === undefined) return URL.parse(ref, from.url)?.href ?? ref;
    if (target === to) return fragment;
    const isElsewhere = [target.name, to.name].some((name) => URL.canParse(name));
    if (isElsewhere) return (target.address ?? "") + fragment;
    const path = posix.relative(posix.dirname(to.name), target.name);
    return encodePath(path) + fragment;
  }
}

/** The key that one step of a JSON pointer names, as it is written in an address. */
export function keyOf(step: string): string {
  return safeDecodeUriComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** What a JSON pointer, as it is written in an address, leads to. */
function pointTo(document: unknown, pointer: string): unknown {
  let value = document;
  for (const step of pointer.split("/").slice(1)) {
    const key = keyOf(step);
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}
