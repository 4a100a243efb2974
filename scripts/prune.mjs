// Deletes files of installed packages that a running server never reads. Packages contain them for other uses: types, source
// maps, fonts in other formats and weights. It more than halves what is installed beside Node. Unneeded fonts are deleted for
// development too, since the npm package contains the fonts that are installed.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const documentation = /(?:^|\/)(?!licen[cs]e)[^/]*\.(?:md|markdown|mdx|png)$/i;

/** Paths below node_modules of fonts that are not needed. */
const unneededFonts = [
  // Fonts of PDFs are regular or bold.
  /^@embedpdf\/.*-(?!Regular|Bold)\w+\.otf$/,
  /^@expo-google-fonts\/(?:inter|jetbrains-mono)\/(?:100|200|300|500|800|900).*\.ttf$/,
  // Browsers get fonts as WOFF2: variable ones with the axis of weight only, others in the weights of `fonts.ts`.
  /^@fontsource(?:-variable)?\/.*\.woff$/,
  /^@fontsource-variable\/[^/]+\/files\/(?!.*-wght-).*\.woff2$/,
  /^@fontsource\/[^/]+\/files\/.*-(?:100|200|300|800|900)-\w+\.woff2$/,
  // `fonts.ts` reads the sheets that have all subsets of a weight.
  /^@fontsource\/[^/]+\/(?!(?:400|500|600|700|400-italic)\.css$)[^/]+\.css$/,
  /^@fontsource-variable\/[^/]+\/(?!wght(?:-italic)?\.css$)[^/]+\.css$/,
];

/** Other paths below node_modules that are not needed. */
const unneeded = [
  /\.[mc]?ts$|\.map$|\.tsbuildinfo$|\.flow$|\.scss$/,
  /^(?:@[^/]+\/)?[^/]+\/(?:test|tests|docs|example|examples|benchmark|\.github)\//,
  documentation,
  // Node's headers are for compiling addons. No package here is compiled.
  /^node-(?:linux|darwin|win|aix|sunos)[^/]*\/(?:include|share)\//,
  // Icons are read from the index, and code themes are our own.
  /^@fortawesome\/[^/]+\/fa\w+\.js$/,
  /^highlight\.js\/styles\//,
];

/** Whether a running server never reads this file of an installed package. Packages inside of packages follow the same rules. */
export function isUnneeded(path, isProduction = true) {
  const inPackage = path.replace(/^.*\/node_modules\//, "");
  return [...unneededFonts, ...(isProduction ? unneeded : [])].some((pattern) => pattern.test(inPackage));
}

/** Deletes unneeded files of the packages in a folder: for development, only those of fonts. */
export function prunePackages(root, isProduction) {
  const modules = join(root, "node_modules");
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name)
      .slice(modules.length + 1)
      .replaceAll("\\", "/");
    if (isUnneeded(path, isProduction)) rmSync(join(modules, path));
  }
  removeSvgTable(
    join(modules, "@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf"),
  );
}

/** Removes the drawings in SVG from a font that has them in another format too: four fifths of its size. */
function removeSvgTable(file) {
  const font = readFileSync(file);
  const count = font.readUInt16BE(4);
  const tables = Array.from({ length: count }, (_, i) => font.subarray(12 + 16 * i, 28 + 16 * i));
  const kept = tables.filter((table) => table.toString("latin1", 0, 4) !== "SVG ");
  if (kept.length === count) return;
  const header = Buffer.alloc(12 + 16 * kept.length);
  font.copy(header, 0, 0, 12);
  const exponent = Math.floor(Math.log2(kept.length));
  header.writeUInt16BE(kept.length, 4);
  header.writeUInt16BE(16 * 2 ** exponent, 6);
  header.writeUInt16BE(exponent, 8);
  header.writeUInt16BE(16 * (kept.length - 2 ** exponent), 10);
  const parts = [header];
  let offset = header.length;
  for (const [i, table] of kept.entries()) {
    const [start, length] = [table.readUInt32BE(8), table.readUInt32BE(12)];
    table.copy(header, 12 + 16 * i);
    header.writeUInt32BE(offset, 12 + 16 * i + 8);
    const bytes = Buffer.alloc(Math.ceil(length / 4) * 4);
    font.copy(bytes, 0, start, start + length);
    parts.push(bytes);
    offset += bytes.length;
  }
  writeFileSync(file, Buffer.concat(parts));
}
