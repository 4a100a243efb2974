import { posix } from "node:path";
import { safeDecodeUriComponent } from "../platform/index.ts";
import { eachReference, encodePointerToken, isJsonObject, withoutFragment } from "./document/index.ts";

/** The field of the bundled document that contains the other documents. */
const filesField = "x-files";

/** Bundles the documents of a spec into its entry, so that every reference is internal. Modifies the documents. */
export function bundleFiles(documents: Readonly<Record<string, unknown>>, entry: string): unknown {
  const main = Object.hasOwn(documents, entry) ? documents[entry] : undefined;
  const { [entry]: _, ...others } = documents;
  if (!isJsonObject(main) || Object.keys(others).length === 0) return main;
  for (const [from, document] of Object.entries(documents))
    eachReference(document, (ref, holder) => {
      holder.$ref = internalReference(ref, from, entry, documents);
    });
  return { ...main, [filesField]: others };
}

function internalReference(
  ref: string,
  from: string,
  entry: string,
  documents: Readonly<Record<string, unknown>>,
): string {
  const file = withoutFragment(ref);
  const pointer = ref.slice(file.length + 1);
  const target =
    file === "" ? from : possibleNames(file, from).find((name) => Object.hasOwn(documents, name));
  // References to unknown documents and to anchors in schemas are kept.
  if (target === undefined || (pointer !== "" && !pointer.startsWith("/"))) return ref;
  return target === entry ? `#${pointer}` : `#/${filesField}/${encodePointerToken(target)}${pointer}`;
}

/** The possible names of a file that another file refers to. */
export function possibleNames(file: string, from: string): string[] {
  if (URL.canParse(file)) return [file];
  if (URL.canParse(from)) return [URL.parse(file, from)?.href ?? file];
  // As in URLs, a backslash is a slash.
  const path = posix.join(posix.dirname(from), file.replaceAll("\\", "/"));
  return [safeDecodeUriComponent(path), path];
}
