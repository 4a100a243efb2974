import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The file names of the bundled assets. They contain a hash, so a file with a name never changes. */
export interface AssetNames {
  readonly styles: string;
  readonly noScript: string;
  readonly script: string;
  /** The script that opens the client for requests to APIs. */
  readonly apiClient: string;
  readonly searchStyles: string;
  /** The search of a copy without a server. */
  readonly staticSearch: string;
}

export interface Asset {
  readonly type: string;
  /** The bytes by content encoding. Fonts are compressed already. */
  readonly bytes: { readonly identity: Buffer; readonly gzip?: Buffer; readonly br?: Buffer };
  readonly isForOtherOrigins?: boolean;
}

export interface SiteAssets {
  readonly names: AssetNames;
  readonly files: ReadonlyMap<string, Asset>;
}

/** The list that the setup writes. Not every file has a name that pages use: scripts import some on demand. */
interface AssetList {
  readonly names: AssetNames;
  readonly files: readonly string[];
}

/** Reads the assets that the setup has bundled. */
export function loadAssets(): SiteAssets {
  const folder = findFolder();
  const { names, files } = JSON.parse(readFileSync(join(folder, "names.json"), "utf8")) as AssetList;
  const assets = files.map((name): [string, Asset] => {
    const read = (extension: string) => readFileSync(join(folder, name + extension));
    const type = name.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8";
    return [name, { type, bytes: { identity: read(""), gzip: read(".gz"), br: read(".br") } }];
  });
  return { names, files: new Map(assets) };
}

/** The folder beside the running bundle. Sources use that of the newest bundle. */
function findFolder(): string {
  const besideBundle = join(import.meta.dirname, "assets");
  if (existsSync(besideBundle)) return besideBundle;
  const dist = join(import.meta.dirname, "../../../dist");
  const pointer = join(dist, "current");
  const folder = existsSync(pointer) ? join(dist, readFileSync(pointer, "utf8"), "assets") : "";
  if (existsSync(folder)) return folder;
  throw new Error("the style sheets of sites are not built; run node scripts/setup.mjs");
}
