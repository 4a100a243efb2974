import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A file that browsers load. */
export interface Asset {
  readonly type: string;
  /** The bytes by content encoding. Fonts are compressed already. */
  readonly bytes: { readonly identity: Buffer; readonly gzip?: Buffer; readonly br?: Buffer };
  readonly isForOtherOrigins?: boolean;
}

/** Style sheets and scripts. Their file names contain a hash, so a file with a name never changes. */
export interface AssetSet<Name extends string> {
  readonly names: Readonly<Record<Name, string>>;
  readonly files: ReadonlyMap<string, Asset>;
}

/** The list that the setup writes. Not every file has a name that pages use: scripts import some on demand. */
interface AssetList<Name extends string> {
  readonly names: Readonly<Record<Name, string>>;
  readonly files: readonly string[];
}

/** Reads the assets that the setup has bundled into a folder of the bundle: by default, of the running one. */
export function loadBundledAssets<Name extends string>(folderName: string, bundle?: string): AssetSet<Name> {
  const folder = bundle === undefined ? findFolder(folderName) : join(bundle, folderName);
  const { names, files } = JSON.parse(readFileSync(join(folder, "names.json"), "utf8")) as AssetList<Name>;
  const assets = files.map((name): [string, Asset] => {
    const read = (extension: string) => readNonEmpty(join(folder, name + extension));
    const type = name.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8";
    return [name, { type, bytes: { identity: read(""), gzip: read(".gz"), br: read(".br") } }];
  });
  return { names, files: new Map(assets) };
}

/** A full disk leaves empty files. */
function readNonEmpty(file: string): Buffer {
  const bytes = readFileSync(file);
  if (bytes.length === 0) throw new Error(`${file} is empty; run node scripts/setup.mjs`);
  return bytes;
}

/** The folder beside the running bundle. Sources use that of the newest bundle. */
function findFolder(name: string): string {
  const besideBundle = join(import.meta.dirname, name);
  if (existsSync(besideBundle)) return besideBundle;
  const dist = join(import.meta.dirname, "../../dist");
  const pointer = join(dist, "current");
  const folder = existsSync(pointer) ? join(dist, readFileSync(pointer, "utf8"), name) : "";
  if (existsSync(folder)) return folder;
  throw new Error("the style sheets and scripts are not built; run node scripts/setup.mjs");
}
