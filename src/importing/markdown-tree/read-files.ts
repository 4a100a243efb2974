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
import type { KeptFiles } from "./kept-files.ts";
import { textIn } from "./read-yaml.ts";
import type { MarkdownTree } from "./tree.ts";

const mediaType =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,99}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,99}(?:; charset=[a-z0-9_.:-]{1,40})?$/;

/** Takes files out of a tree; those that cannot be taken are left out. */
export async function readFiles(
  tree: MarkdownTree,
  paths: readonly string[],
  kept: KeptFiles,
  { folder }: ImportContext,
  afterEach: () => void,
): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const [number, address] of paths.entries()) {
    const path = join(folder, `file-${number}`);
    if (await extract(tree, address, path)) files.push(await describe(address, path, kept));
    afterEach();
  }
  return files;
}

async function extract(tree: MarkdownTree, address: string, to: string): Promise<boolean> {
  try {
    await tree.folder.extract(address, to, importLimits.file);
    return true;
  } catch (error) {
    if (error instanceof ImportError && !(error instanceof HostileFolderError)) return false;
    throw error;
  }
}

/** What a file is by its name, or by what the tree says where the name could not. */
async function describe(address: string, path: string, kept: KeptFiles): Promise<SourceFile> {
  const own = nameOfPath(address);
  const fields = kept.get(address);
  const type = textIn(fields, "contentType");
  return {
    address,
    name: textIn(fields, "name") || own,
    contentType:
      type === undefined || !mediaType.test(type) ? contentTypeOf(own, await readHead(path)) : type,
    path,
  };
}
