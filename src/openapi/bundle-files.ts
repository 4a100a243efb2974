import { posix } from "node:path";
import { safeDecodeUriComponent } from "../platform/index.ts";
import { eachReference, isJsonObject, type JsonObject, withoutFragment } from "./document/references.ts";

/** Where the other files of a spec are found in its main one. */
const others = "x-files";

/**
 * The main document of a spec, with all others in it, so that each reference leads to a place in itself. The documents
 * are changed.
 */
export function bundleFiles(documents: Readonly<Record<string, unknown>>, entry: string): unknown {
  const main = Object.hasOwn(documents, entry) ? documents[entry] : undefined;
  const names = Object.keys(documents).filter((name) => name !== entry);
  if (!isJsonObject(main) || names.length === 0) return main;
  const isFile = new Set(Object.keys(documents));
  for (const [name, document] of Object.entries(documents))
    eachReference(document, (ref, holder) => {
      holder.$ref = joinedReference(ref, { from: name, entry, isFile });
    });
  const files: JsonObject = Object.fromEntries(names.map((name) => [name, documents[name]]));
  return { ...main, [others]: files };
}

function joinedReference(
  ref: string,
  { from, entry, isFile }: { from: string; entry: string; isFile: ReadonlySet<string> },
): string {
  const file = withoutFragment(ref);
  const pointer = ref.slice(file.length + 1);
  const target = file === "" ? from : namesOf(file, from).find((name) => isFile.has(name));
  // What leads elsewhere, or to a schema by a name of its own, stays as it is.
  if (target === undefined || (pointer !== "" && !pointer.startsWith("/"))) return ref;
  if (target === entry) return `#${pointer}`;
  const key = encodeURIComponent(target.toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1"));
  return `#/${others}/${key}${pointer}`;
}

/** What the file may be called that is referred to from another one. */
function namesOf(file: string, from: string): string[] {
  if (URL.canParse(file)) return [file];
  if (URL.canParse(from)) return [URL.parse(file, from)?.href ?? file];
  const path = posix.join(posix.dirname(from), file);
  return [safeDecodeUriComponent(path), path];
}
