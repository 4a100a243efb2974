// Bundles the server into dist/: a start then reads a few files instead of 1,200. Source maps keep stack traces readable.
// The style sheets and scripts of published sites and of the workspace are bundled beside it.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** Packages that stay in node_modules: those with binaries or data files, and those that only one feature loads. */
const external = [
  "@embedpdf/*",
  "@expo-google-fonts/*",
  "@myriaddreamin/*",
  "@node-saml/node-saml",
  "@scalar/*",
  "mammoth",
  "openid-client",
  "sharp",
  "subset-font",
  "transliteration",
];

/** CommonJS packages in an ES module need a `require` for the modules of Node. */
const requireForPackages =
  'import { createRequire as createRequireForPackages } from "node:module"; const require = createRequireForPackages(import.meta.url);';

/** Bundles when a source has changed since the last time. `dist/current` names the folder of the newest bundle. */
export async function bundleServer(root) {
  const sources = readdirSync(join(root, "src"), { recursive: true })
    .map((file) => `src/${file.replaceAll("\\", "/")}`)
    .filter((file) => /\.(?:tsx?|css)$/.test(file) && !file.endsWith(".test.ts"))
    .sort();
  const sourceHash = hashOf(root, ["package-lock.json", "scripts/bundle.mjs", ...sources]);
  const dist = join(root, "dist");
  const pointer = join(dist, "current");
  const current = existsSync(pointer) ? readFileSync(pointer, "utf8") : "";
  if (current === sourceHash && existsSync(join(dist, sourceHash))) return;
  mkdirSync(dist, { recursive: true });
  const folder = join(dist, sourceHash);
  const unfinished = `${folder}.${process.pid}`;
  const isForBrowsers = (file) => browserFolders.some((folder) => file.startsWith(folder));
  const modules = sources.filter((file) => file.endsWith(".ts") && !isForBrowsers(file));
  await Promise.all([
    bundleModules(root, modules, unfinished),
    ...Object.entries(assetSets).map(([name, set]) => bundleAssets(root, set, join(unfinished, name))),
  ]);
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  writeFileSync(`${pointer}.${process.pid}`, sourceHash);
  renameSync(`${pointer}.${process.pid}`, pointer);
  // A running server may still load files of the previous bundle.
  for (const name of readdirSync(dist))
    if (![sourceHash, current, "current"].includes(name))
      rmSync(join(dist, name), { recursive: true, force: true });
}

function hashOf(root, files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)))
      .update("\0");
  return hash.digest("hex").slice(0, 16);
}

async function bundleModules(root, sources, outdir) {
  const { build } = await import("esbuild");
  const { entryPoints, rewritten } = rewriteFileUrls(root, sources, outdir);
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node26",
    sourcemap: "linked",
    legalComments: "none",
    // Less source text in memory. Source maps and names stay, for stack traces.
    minifyWhitespace: true,
    logLevel: "error",
    external,
    banner: { js: requireForPackages },
    plugins: [
      {
        name: "file-urls",
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const contents = rewritten.get(path);
            return contents === undefined ? undefined : { contents, loader: "ts" };
          }),
      },
    ],
  });
  escapeWideCharacters(outdir);
}

/**
 * One character beyond Latin-1 makes V8 keep a whole file with two bytes for each character. esbuild escapes such characters except in
 * regular expressions, where an escape means the same, and in raw templates, where it does not: files with these stay as they are.
 */
function escapeWideCharacters(folder) {
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".js"))) {
    const file = join(folder, name);
    const text = readFileSync(file, "utf8");
    if (/\braw`[^`]*[^\0-\xff]/.test(text)) continue;
    const escaped = text.replace(/(\\*)([^\0-\xff])/g, (_, slashes, unit) => {
      const code = unit.charCodeAt(0).toString(16).padStart(4, "0");
      return `${slashes.length % 2 === 0 ? `${slashes}\\` : slashes}u${code}`;
    });
    if (escaped !== text) writeFileSync(file, escaped);
  }
}

/**
 * Sources refer to programs and data files by `new URL("./name", import.meta.url)`. In the bundle, a program is an entry
 * point in the same folder, and other files stay in the source folder.
 */
function rewriteFileUrls(root, sources, outdir) {
  const fileUrl = /new URL\("(\.[^"]+)", import\.meta\.url\)/g;
  const entryPoints = { main: "src/main.ts" };
  const rewritten = new Map();
  for (const file of sources) {
    const path = join(root, file);
    const text = readFileSync(path, "utf8");
    const contents = text.replace(fileUrl, (_, reference) => {
      const target = relative(root, resolve(dirname(path), reference));
      if (!target.endsWith(".ts"))
        return `new URL("${relative(outdir, join(root, target))}", import.meta.url)`;
      const name = target.replace(/^src\/|\.ts$/g, "").replaceAll("/", "-");
      entryPoints[name] = target;
      return `new URL("./${name}.js", import.meta.url)`;
    });
    if (contents !== text) rewritten.set(path, contents);
  }
  return { entryPoints, rewritten };
}

/** Scripts that run in browsers. The server does not import them. */
const browserFolders = ["src/site/assets/browser/", "src/app/"];

/**
 * The files that pages load, by the names that the server uses. Scripts load others with `import()`, when they need them.
 */
const assetSets = {
  "site-assets": {
    folder: "src/site/assets",
    files: {
      styles: "site.css",
      noScript: "no-script.css",
      script: "browser/site.ts",
      apiClient: "browser/api-client.ts",
      searchStyles: "search.css",
      staticSearch: "browser/static-search.ts",
    },
  },
  "app-assets": {
    folder: "src/app",
    files: {
      script: "main.tsx",
      styles: "styles/app.css",
      documentStyles: "styles/document.css",
      documentScript: "../site/assets/browser/document.ts",
    },
  },
};

/** Bundles the assets with a hash in their names, compressed, and lists their names. */
async function bundleAssets(root, { folder, files: entries }, outdir) {
  const { build } = await import("esbuild");
  const { metafile } = await build({
    absWorkingDir: join(root, folder),
    entryPoints: Object.values(entries),
    outdir,
    entryNames: "[name].[hash]",
    chunkNames: "[name].[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    target: ["chrome120", "firefox121", "safari17.2"],
    legalComments: "none",
    logLevel: "error",
    metafile: true,
  });
  const names = {};
  const files = [];
  for (const [file, { entryPoint }] of Object.entries(metafile.outputs)) {
    const name = file.split("/").at(-1);
    const [key] = Object.entries(entries).find(([, source]) => source === entryPoint) ?? [];
    if (key !== undefined) names[key] = name;
    files.push(name);
    const bytes = readFileSync(join(outdir, name));
    writeFileSync(join(outdir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    writeFileSync(join(outdir, `${name}.br`), brotliCompressSync(bytes));
  }
  writeFileSync(join(outdir, "names.json"), JSON.stringify({ names, files }));
}
