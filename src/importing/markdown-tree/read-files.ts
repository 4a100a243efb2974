import { join } from "node:path";
import { HostileFolderError } from "../folders/index.ts";
import {
  contentTypeOf,
  type ImportContext,
  ImportError,
  importLimits,
  nameOfPath,
  readHead,
  type SourceFile,
} from "../source/index.ts";
import { manifestFile, settingsFolder } from "./conventions.ts";
import { compareText } from "./page-names.ts";
import { type Fields, isFields, textIn } from "./read-yaml.ts";
import { type MarkdownTree, readYamlFile } from "./tree.ts";

const maxManifestBytes = 4 * 1024 * 1024;

const mediaType =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,99}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,99}(?:; charset=[a-z0-9_.:-]{1,40})?$/;

/** Names and media types of files and reusable contents by their paths, in the order of the manifest. */
export type FileManifest = ReadonlyMap<string, Fields>;

export async function readManifest(tree: MarkdownTree): Promise<FileManifest> {
  const fields = await readYamlFile(tree.folder, tree.root + manifestFile, maxManifestBytes);
  const list: readonly unknown[] = Array.isArray(fields?.files) ? fields.files : [];
  return new Map(
    list.filter(isFields).map((each) => [`${tree.root}${settingsFolder}${textIn(each, "path") ?? ""}`, each]),
  );
}

/** Sorts paths: first those in the manifest in its order, then all others by name. */
export function inManifestOrder(paths: readonly string[], manifest: FileManifest): string[] {
  const positions = new Map([...manifest.keys()].map((path, position) => [path, position]));
  const positionOf = (path: string) => positions.get(path) ?? positions.size;
  return paths.toSorted((a, b) => positionOf(a) - positionOf(b) || compareText(a, b));
}

/** Extracts files to the disk. Unreadable files are skipped. */
export async function readFiles(
  { folder }: MarkdownTree,
  paths: readonly string[],
  manifest: FileManifest,
  context: ImportContext,
  countOne: () => void,
): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const [i, address] of paths.entries()) {
    const path = join(context.folder, `file-${i}`);
    try {
      await folder.extract(address, path, importLimits.file);
      files.push(await describeFile(address, path, manifest));
    } catch (error) {
      if (!(error instanceof ImportError) || error instanceof HostileFolderError) throw error;
    }
    countOne();
  }
  return files;
}

async function describeFile(address: string, path: string, manifest: FileManifest): Promise<SourceFile> {
  const ownName = nameOfPath(address);
  const fields = manifest.get(address);
  const type = textIn(fields, "contentType");
  return {
    address,
    name: textIn(fields, "name") || ownName,
    contentType:
      type === undefined || !mediaType.test(type) ? contentTypeOf(ownName, await readHead(path)) : type,
    path,
  };
}
