import { join } from "node:path";
import { contentTypeOf, readHead } from "../file-kinds.ts";
import { HostileFolderError } from "../folders/folder.ts";
import { type Harvesting, ImportError, importLimits, type SourceFile } from "../source.ts";
import { assetsFolder, filesFile } from "./conventions.ts";
import { nameOfPath } from "./paths.ts";
import { type Fields, isFields, textIn } from "./read-yaml.ts";
import { type MarkdownTree, readSmallFields } from "./tree.ts";

const largestList = 1024 * 1024;
const mediaType =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,99}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,99}(?:; charset=[a-z0-9_.:-]{1,40})?$/;

/** Takes files out of a tree; those that cannot be taken are left out. */
export async function harvestFiles(
  tree: MarkdownTree,
  paths: readonly string[],
  { folder }: Harvesting,
  afterEach: () => void,
): Promise<SourceFile[]> {
  const known = await readSmallFields(tree.folder, tree.top + filesFile, largestList);
  const files: SourceFile[] = [];
  for (const [number, address] of paths.entries()) {
    const path = join(folder, `file-${number}`);
    if (await extract(tree, address, path)) files.push(await describe(tree, address, path, known));
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
async function describe(
  tree: MarkdownTree,
  address: string,
  path: string,
  known: Fields | undefined,
): Promise<SourceFile> {
  const own = nameOfPath(address);
  const assets = tree.top + assetsFolder;
  const asset = address.startsWith(assets) ? address.slice(assets.length) : "";
  const said = known !== undefined && Object.hasOwn(known, asset) ? known[asset] : undefined;
  const fields = isFields(said) ? said : undefined;
  const type = textIn(fields, "contentType");
  return {
    address,
    name: textIn(fields, "name") || own,
    contentType:
      type === undefined || !mediaType.test(type) ? contentTypeOf(own, await readHead(path)) : type,
    path,
  };
}
