import { filesFile, settingsFolder } from "./conventions.ts";
import { compareText } from "./names.ts";
import { type Fields, isFields, textIn } from "./read-yaml.ts";
import { type MarkdownTree, readSmallFields } from "./tree.ts";

const largest = 4 * 1024 * 1024;

/** What a tree says about its files and reusable contents beside their names, by path and in the order that they have. */
export type KeptFiles = ReadonlyMap<string, Fields>;

export async function readKeptFiles(tree: MarkdownTree): Promise<KeptFiles> {
  const fields = await readSmallFields(tree.folder, tree.top + filesFile, largest);
  const list: readonly unknown[] = Array.isArray(fields?.files) ? fields.files : [];
  return new Map(
    list.filter(isFields).map((each) => [`${tree.top}${settingsFolder}${textIn(each, "path") ?? ""}`, each]),
  );
}

/** Those that are listed as they are listed, and then all others by their names. */
export function inKeptOrder(paths: readonly string[], kept: KeptFiles): string[] {
  const places = new Map([...kept.keys()].map((path, place) => [path, place]));
  const placeOf = (path: string) => places.get(path) ?? places.size;
  return paths.toSorted((a, b) => placeOf(a) - placeOf(b) || compareText(a, b));
}
