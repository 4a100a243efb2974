import { join } from "node:path";
import { limits } from "../../content/index.ts";
import { frontMatterLength } from "../../content/markdown/index.ts";
import { HostileFolderError } from "../folders/index.ts";
import {
  contentTypeOf,
  type ImportContext,
  ImportError,
  importLimits,
  nameOfPath,
  readHead,
  type SourceFile,
  type SourceReusableContent,
} from "../source/index.ts";
import { manifestFile, settingsFolder, variablesFile } from "./conventions.ts";
import { compareText, readableName } from "./file-names.ts";
import {
  type Fields,
  isFields,
  maxFrontMatter,
  readFrontMatterFields,
  readItems,
  textIn,
} from "./front-matter.ts";
import { maxDocumentBytes } from "./read-pages.ts";
import { isInclude, type MarkdownTree, readText, readYamlFile } from "./tree.ts";

const maxManifestBytes = 4 * 1024 * 1024;

const mediaType =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,99}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,99}(?:; charset=[a-z0-9_.:-]{1,40})?$/;

/** Names and media types of files and reusable contents by their paths, in the order of the manifest. */
type FileManifest = ReadonlyMap<string, Fields>;

export async function readManifest(tree: MarkdownTree): Promise<FileManifest> {
  const fields = await readYamlFile(tree.folder, tree.root + manifestFile, maxManifestBytes);
  const list: readonly unknown[] = Array.isArray(fields?.files) ? fields.files : [];
  return new Map(
    list.filter(isFields).map((file) => [`${tree.root}${settingsFolder}${textIn(file, "path") ?? ""}`, file]),
  );
}

/** Sorts paths: first the paths in the manifest, in its order, then all others by name. */
export function inManifestOrder(paths: readonly string[], manifest: FileManifest): string[] {
  const positions = new Map([...manifest.keys()].map((path, position) => [path, position]));
  const positionOf = (path: string) => positions.get(path) ?? positions.size;
  return paths.toSorted((a, b) => positionOf(a) - positionOf(b) || compareText(a, b));
}

/** Extracts files. Unreadable files are skipped. */
export async function readFiles(
  { folder }: MarkdownTree,
  paths: readonly string[],
  manifest: FileManifest,
  context: ImportContext,
  reportOne: (isRead: boolean) => void,
): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const [i, address] of paths.entries()) {
    const path = join(context.folder, `file-${i}`);
    try {
      await folder.extract(address, path, importLimits.file);
      files.push(await describeFile(address, path, manifest));
    } catch (error) {
      if (!(error instanceof ImportError) || error instanceof HostileFolderError) throw error;
      context.skip?.(address, error.message);
    }
    reportOne(files.at(-1)?.address === address);
  }
  return files;
}

async function describeFile(address: string, path: string, manifest: FileManifest): Promise<SourceFile> {
  const fileName = nameOfPath(address);
  const fields = manifest.get(address);
  const type = textIn(fields, "contentType");
  return {
    address,
    name: textIn(fields, "name") || fileName,
    contentType:
      type === undefined || !mediaType.test(type) ? contentTypeOf(fileName, await readHead(path)) : type,
    path,
  };
}

const maxVariablesBytes = 1024 * 1024;

/** Reads the files that pages can include. `lost` is the number of skipped files. */
export async function readReusableContents(
  tree: MarkdownTree,
  manifest: FileManifest,
): Promise<{ readonly reusableContents: SourceReusableContent[]; readonly lost: number }> {
  const includes = tree.folder.entries.map(({ path }) => path).filter((path) => isInclude(tree, path));
  const paths = inManifestOrder(includes, manifest);
  const reusableContents: SourceReusableContent[] = [];
  let charactersLeft: number = importLimits.text;
  for (const address of paths.slice(0, importLimits.pages)) {
    const text = await readText(tree.folder, address, maxDocumentBytes);
    if (text === undefined || text.length > Math.min(charactersLeft, importLimits.document)) continue;
    charactersLeft -= text.length;
    // Front matter with a title is not part of the document.
    const end = frontMatterLength(text);
    const explicitTitle =
      end > maxFrontMatter ? undefined : textIn(readFrontMatterFields(text.slice(0, end)), "title")?.trim();
    const title = explicitTitle || readableName(nameOfPath(address));
    const markdown = explicitTitle ? text.slice(end) : text;
    reusableContents.push({ address, title: title.slice(0, limits.reusableContentTitle), markdown });
  }
  return { reusableContents, lost: paths.length - reusableContents.length };
}

/** Defines labels, colors and icons of tags. */
const tagsFile = `${settingsFolder}tags.yaml`;
const maxTagsBytes = 256 * 1024;

/** What a tree defines of its tags beyond their names, which are all that is imported. */
export async function describeTags(tree: MarkdownTree): Promise<string[]> {
  const text = await readText(tree.folder, tree.root + tagsFile, maxTagsBytes);
  const count = text === undefined ? 0 : readItems(text).filter((item) => "tag" in item).length;
  if (count === 0) return [];
  return [
    `${tree.root}${tagsFile}: tags are imported by name; the labels, colors and icons of ${count} tags are not`,
  ];
}

export async function readVariables(tree: MarkdownTree): Promise<Readonly<Record<string, string>>> {
  const path = tree.root + variablesFile;
  const fields = await readYamlFile(tree.folder, path, maxVariablesBytes, { asStrings: true });
  const variables = Object.keys(fields ?? {}).flatMap((name): [string, string][] => {
    const value = textIn(fields, name);
    const isValid = name !== "" && name.length <= limits.variableName && !/\p{Cc}/u.test(name);
    return isValid && value !== undefined && value.length <= limits.variableValue ? [[name, value]] : [];
  });
  return Object.fromEntries(variables.slice(0, limits.variables));
}
