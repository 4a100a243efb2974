import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Asset } from "../../platform/index.ts";

interface ShippedFont {
  readonly package: string;
  readonly kind: "sans" | "serif" | "mono";
  /**
   * The size, ascent, descent and line gap in percent that give a font of every system the same widths and lines, so
   * that nothing moves when the font arrives.
   */
  readonly fallback: readonly [size: number, ascent: number, descent: number, lineGap: number];
}

/** The fonts of a customization that are open and can be shipped. */
export const shippedFonts: Readonly<Record<string, ShippedFont>> = {
  Inter: { package: "@fontsource-variable/inter", kind: "sans", fallback: [107.2, 90.4, 22.5, 0] },
  Roboto: { package: "@fontsource-variable/roboto", kind: "sans", fallback: [100.1, 92.6, 24.4, 0] },
  RobotoSlab: {
    package: "@fontsource-variable/roboto-slab",
    kind: "serif",
    fallback: [118.1, 88.7, 22.9, 0],
  },
  OpenSans: { package: "@fontsource-variable/open-sans", kind: "sans", fallback: [106.6, 100.3, 27.5, 0] },
  SourceSansPro: {
    package: "@fontsource-variable/source-sans-3",
    kind: "sans",
    fallback: [90, 113.8, 44.5, 0],
  },
  Lato: { package: "@fontsource/lato", kind: "sans", fallback: [98.4, 100.3, 21.6, 0] },
  Ubuntu: { package: "@fontsource/ubuntu", kind: "sans", fallback: [103.6, 89.9, 18.2, 2.7] },
  Raleway: { package: "@fontsource-variable/raleway", kind: "sans", fallback: [101, 93.1, 23.2, 0] },
  Merriweather: {
    package: "@fontsource-variable/merriweather",
    kind: "serif",
    fallback: [118.2, 83.3, 23.1, 0],
  },
  Overpass: { package: "@fontsource-variable/overpass", kind: "sans", fallback: [101.5, 87, 37.7, 0] },
  NotoSans: { package: "@fontsource-variable/noto-sans", kind: "sans", fallback: [107.4, 99.5, 27.3, 0] },
  IBMPlexSerif: { package: "@fontsource/ibm-plex-serif", kind: "serif", fallback: [117.3, 87.4, 23.5, 0] },
  Poppins: { package: "@fontsource/poppins", kind: "sans", fallback: [113.5, 92.5, 30.8, 8.8] },
  FiraSans: { package: "@fontsource/fira-sans", kind: "sans", fallback: [104.1, 89.9, 25.5, 0] },
  FiraCode: { package: "@fontsource-variable/fira-code", kind: "mono", fallback: [100, 99, 32.2, 0] },
  IBMPlexMono: { package: "@fontsource/ibm-plex-mono", kind: "mono", fallback: [100, 102.5, 27.5, 0] },
  JetBrainsMono: {
    package: "@fontsource-variable/jetbrains-mono",
    kind: "mono",
    fallback: [100, 102, 30, 0],
  },
  SourceCodePro: {
    package: "@fontsource-variable/source-code-pro",
    kind: "mono",
    fallback: [100, 98.4, 27.3, 0],
  },
  RobotoMono: { package: "@fontsource-variable/roboto-mono", kind: "mono", fallback: [100, 104.8, 27.1, 0] },
  SpaceMono: { package: "@fontsource/space-mono", kind: "mono", fallback: [102, 109.8, 35.4, 0] },
  DMMono: { package: "@fontsource/dm-mono", kind: "mono", fallback: [100, 99.2, 31, 0] },
  Inconsolata: {
    package: "@fontsource-variable/inconsolata",
    kind: "mono",
    fallback: [83.3, 103.1, 22.8, 0],
  },
};

/** The files of a font: variable fonts have all weights in one, others one for text and one for headings. */
function sheetsOf(folder: string): string[] {
  const exists = (name: string) => existsSync(join(folder, name));
  if (exists("wght.css")) return ["wght.css", "wght-italic.css"].filter(exists);
  const bold = ["600.css", "700.css", "500.css"].find(exists);
  return ["400.css", ...(bold === undefined ? [] : [bold]), "400-italic.css"].filter(exists);
}

interface FontPackage {
  readonly folder: string;
  readonly version: string;
}

const packages = new Map<string, FontPackage>();

function packageOf({ package: name }: ShippedFont): FontPackage {
  return packages.getOrInsertComputed(name, () => {
    const path = findPackageJSON(name, import.meta.url) ?? "";
    const { version } = JSON.parse(readFileSync(path, "utf8")) as { version: string };
    return { folder: dirname(path), version };
  });
}

/** The asset with the rules of a font: each file is loaded only for characters that it has. */
export function fontSheetName(name: string, font: ShippedFont): string {
  return `fonts/${name}.${packageOf(font).version}.css`;
}

/** The asset with the Latin letters of a font. */
export function latinFileName(font: ShippedFont): string {
  const { folder, version } = packageOf(font);
  const slug = basename(font.package);
  const weight = existsSync(join(folder, "wght.css")) ? "wght" : "400";
  return `fonts/${slug}-latin-${weight}-normal.${version}.woff2`;
}

const assetName = /^fonts\/([\w-]+)\.(\d+\.\d+\.\d+)\.(css|woff2)$/;

/** Reads a font or its rules by the name of the asset. */
export async function readFontAsset(name: string): Promise<Asset | undefined> {
  const [, stem = "", version, extension] = assetName.exec(name) ?? [];
  const font = extension === "css" ? ownFont(stem) : fontOfFile(stem);
  if (font === undefined || packageOf(font).version !== version) return undefined;
  if (extension === "css")
    return sheets.getOrInsertComputed(stem, () => compressSheet(writeSheet(stem, font)));
  const identity = await readFile(join(packageOf(font).folder, "files", `${stem}.woff2`)).catch(
    () => undefined,
  );
  return identity && { type: "font/woff2", bytes: { identity } };
}

/** The rules of each font that was asked for. */
const sheets = new Map<string, Promise<Asset>>();
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function compressSheet(css: string): Promise<Asset> {
  const identity = Buffer.from(css);
  const [zipped, br] = await Promise.all([toGzip(identity), toBrotli(identity)]);
  return { type: "text/css; charset=utf-8", bytes: { identity, gzip: zipped, br } };
}

function ownFont(name: string): ShippedFont | undefined {
  return Object.hasOwn(shippedFonts, name) ? shippedFonts[name] : undefined;
}

/** The font of a file. Of `roboto` and `roboto-mono`, the longer name is meant. */
function fontOfFile(stem: string): ShippedFont | undefined {
  return Object.values(shippedFonts)
    .filter((font) => stem.startsWith(`${basename(font.package)}-`))
    .toSorted((a, b) => b.package.length - a.package.length)[0];
}

function writeSheet(name: string, font: ShippedFont): string {
  const { folder, version } = packageOf(font);
  return sheetsOf(folder)
    .map((file) => removeComments(readFileSync(join(folder, file), "utf8")))
    .join("")
    .replace(/font-family:[^;]+/g, `font-family:"${name}"`)
    .replace(
      /src:\s*url\(\.\/files\/([\w-]+)\.woff2\)\s*format\(('[\w-]+')\)[^;]*/g,
      `src:url($1.${version}.woff2) format($2)`,
    )
    .replace(/\s+/g, " ")
    .replace(/ ?([{};:,]) ?/g, "$1");
}

function removeComments(sheet: string): string {
  const [beginning = "", ...rest] = sheet.split("/*");
  return beginning + rest.map((part) => part.slice(part.indexOf("*/") + 2)).join("");
}
