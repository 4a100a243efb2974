// Bundles the server into dist/: a start then reads a few files instead of 1,200. Source maps keep stack traces readable.
// The style sheets and scripts of published sites and of the workspace are bundled beside it.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { createImportRewriter } from "./direct-imports.mjs";
import { wordsAndIcons } from "./words-and-icons.mjs";

/** Packages that stay in node_modules: those with binaries or data files. They are the dependencies in package.json. */
const external = ["@myriaddreamin/typst-ts-node-compiler", "sharp", "subset-font", "transliteration"];

/** CommonJS packages in an ES module need a `require` for the modules of Node. */
const requireForPackages =
  'import { createRequire as createRequireForPackages } from "node:module"; const require = createRequireForPackages(import.meta.url);';

/** The version of the project's packages and of these scripts: every part depends on them. */
const commonInputs = [
  "package-lock.json",
  ...["bundle", "direct-imports", "words-and-icons"].map((name) => `scripts/${name}.mjs`),
];

/** The list of the parts of a bundle, in its folder: their input files, with a hash of them. */
const partList = "parts.json";

/**
 * Bundles what has changed since the last time: the server, the assets of sites, the assets of the workspace. `dist/current` names the
 * folder of the newest bundle.
 */
export async function bundleServer(root) {
  const sources = readdirSync(join(root, "src"), { recursive: true })
    .map((file) => `src/${file.replaceAll("\\", "/")}`)
    .filter((file) => /\.(?:tsx?|css)$/.test(file) && !file.endsWith(".test.ts"))
    .sort();
  const contents = new Map(
    [...commonInputs, ...sources].map((file) => [file, readFileSync(join(root, file))]),
  );
  const sourceHash = hashOf(contents, contents.keys());
  const dist = join(root, "dist");
  const pointer = join(dist, "current");
  const current = existsSync(pointer) ? readFileSync(pointer, "utf8") : "";
  if (current === sourceHash && existsSync(join(dist, sourceHash))) return;
  mkdirSync(dist, { recursive: true });
  const folder = join(dist, sourceHash);
  const unfinished = `${folder}.${process.pid}`;
  await bundleParts(root, contents, join(dist, current), unfinished);
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  writeFileSync(`${pointer}.${process.pid}`, sourceHash);
  renameSync(`${pointer}.${process.pid}`, pointer);
  // A running server may still load files of the previous bundle.
  for (const name of readdirSync(dist))
    if (![sourceHash, current, "current"].includes(name))
      rmSync(join(dist, name), { recursive: true, force: true });
}

/** Bundles the parts whose input files have changed since the previous bundle, and copies the others from it. */
async function bundleParts(root, contents, previous, outdir) {
  const builders = {
    ".": () => bundleModules(root, contents, outdir),
    ...Object.fromEntries(
      Object.entries(assetSets).map(([name, set]) => [
        name,
        () => bundleAssets(root, set, join(outdir, name)),
      ]),
    ),
  };
  const listed = join(previous, partList);
  const previousParts = existsSync(listed) ? JSON.parse(readFileSync(listed, "utf8")) : {};
  const bundlePart = async ([name, build]) => {
    const before = previousParts[name];
    if (before !== undefined && hashOf(contents, before.inputs) === before.hash) {
      copyFiles(join(previous, name), join(outdir, name));
      return [name, before];
    }
    const inputs = [...commonInputs, ...(await build())];
    return [name, { inputs, hash: hashOf(contents, inputs) }];
  };
  const parts = await Promise.all(Object.entries(builders).map(bundlePart));
  writeFileSync(join(outdir, partList), JSON.stringify(Object.fromEntries(parts)));
}

function copyFiles(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isFile()) copyFileSync(join(from, entry.name), join(to, entry.name));
}

function hashOf(contents, files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash
      .update(file)
      .update("\0")
      .update(contents.get(file) ?? "")
      .update("\0");
  return hash.digest("hex").slice(0, 16);
}

/** The sources that esbuild has read. Those of packages change with package-lock.json only. */
function inputsOf(metafile, root, folder) {
  return Object.keys(metafile.inputs)
    .map((file) => relative(root, resolve(folder, file)).replaceAll("\\", "/"))
    .filter((file) => file.startsWith("src/"))
    .sort();
}

async function bundleModules(root, contents, outdir) {
  const { programs, rewritten } = rewriteModules(root, contents, outdir);
  // Bundled together, the programs would divide the modules of a start into three times as many files.
  const inputs = await Promise.all(
    [{ main: "src/main.ts" }, programs].map((entryPoints) =>
      bundleEntryPoints(root, entryPoints, rewritten, outdir),
    ),
  );
  escapeWideCharacters(outdir);
  return [...new Set(inputs.flat())].sort();
}

async function bundleEntryPoints(root, entryPoints, rewritten, outdir) {
  const { build } = await import("esbuild");
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node26",
    sourcemap: "linked",
    // The sources are beside the bundle.
    sourcesContent: false,
    legalComments: "none",
    // Less source text in memory. Source maps and names stay, for stack traces.
    minifyWhitespace: true,
    logLevel: "error",
    metafile: true,
    external,
    banner: { js: requireForPackages },
    plugins: [
      {
        name: "faster-packages",
        setup: ({ onLoad }) => {
          for (const { file, replacements } of fasterCode)
            onLoad({ filter: file }, ({ path }) => speedUp(path, replacements));
        },
      },
      {
        name: "http-without-fetch",
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^node:http$/ }, ({ path, kind }) =>
            kind === "import-statement" ? { path, namespace: "http" } : undefined,
          );
          onLoad({ filter: /./, namespace: "http" }, () => ({ contents: requireHttp }));
        },
      },
      {
        name: "rewritten-modules",
        setup: ({ onLoad }) =>
          // esbuild waits for an answer for each file that matches.
          onLoad({ filter: anyOf([...rewritten.keys()]) }, ({ path }) => ({
            contents: rewritten.get(path),
            loader: "ts",
          })),
      },
    ],
  });
  return inputsOf(metafile, root, root);
}

/**
 * An import of `node:http` reads all of its exports, one of which loads the implementation of `fetch`: a tenth of the time of a start.
 */
const requireHttp = 'module.exports = process.getBuiltinModule("node:http");';

function anyOf(texts) {
  return new RegExp(`^(?:${texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})$`);
}

/** Code of packages, and code that does the same in less time. */
const fasterCode = [
  {
    file: /[\\/]highlight\.js[\\/]lib[\\/]core\.js$/,
    replacements: [
      // A compiled grammar is returned at once. Two classes would be created first, for every block of code, which takes as long as
      // highlighting a short block.
      [
        "function compileLanguage(language) {",
        "function compileLanguage(language) { if (language.isCompiled) return language;",
      ],
      // For every token: no property descriptor, and no call for each of the hundred groups of a match.
      [
        "top = Object.create(mode, { parent: { value: top } });",
        "const parent = top; top = Object.create(mode); top.parent = parent;",
      ],
      [
        "const i = match.findIndex((el, i) => i > 0 && el !== undefined);",
        "let i = 1; while (i < match.length && match[i] === undefined) i++;",
      ],
      // No array of the groups that are removed, and no object whose properties are enumerated.
      [
        "match.splice(0, i);",
        "const enhanced = match.slice(i); enhanced.index = match.index; enhanced.input = s;",
      ],
      [
        "return Object.assign(match, matchData);",
        "enhanced.rule = matchData.rule; enhanced.type = matchData.type; enhanced.position = matchData.position; return enhanced;",
      ],
    ],
  },
  // The router would compile some functions for each route at the start: for its parts, for its parameters, which now waits for the
  // first request, and for the constraints of routes, of which there are none.
  {
    file: /[\\/]find-my-way[\\/]lib[\\/]node\.js$/,
    replacements: [
      ["const lines = []\n", "return (path, i) => path.startsWith(prefix, i)\n  const lines = []\n"],
    ],
  },
  {
    file: /[\\/]find-my-way[\\/]lib[\\/]handler-storage\.js$/,
    replacements: [
      [
        "_createParamsObject: this._compileCreateParamsObject(params)",
        "_createParamsObject: (...values) => (handlerObject._createParamsObject = this._compileCreateParamsObject(params))(...values)",
      ],
      ["if (!isMergedTree) {", "if (!isMergedTree && this.constraints.length > 0) {"],
    ],
  },
  // HTTP/2 is not used, and takes a fiftieth of the time of a start.
  {
    file: /[\\/]fastify[\\/]lib[\\/]server\.js$/,
    replacements: [
      ["const http2 = require('node:http2')\n", ""],
      ["if (options.http2) {", "if (options.http2) { const http2 = require('node:http2');"],
    ],
  },
];

function speedUp(path, replacements) {
  let contents = readFileSync(path, "utf8");
  for (const [code, faster] of replacements) {
    if (!contents.includes(code)) throw new Error(`${path} does not contain ${code}`);
    contents = contents.replace(code, faster);
  }
  return { contents, loader: "js" };
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
 * point in the same folder, and other files stay in the source folder. Imports of index.ts files become direct ones.
 */
function rewriteModules(root, contents, outdir) {
  const fileUrl = /new URL\("(\.[^"]+)", import\.meta\.url\)/g;
  const programs = {};
  const rewritten = new Map();
  const rewriteImports = createImportRewriter(contents);
  for (const [file, bytes] of contents) {
    if (!file.endsWith(".ts") || browserFolders.some((folder) => file.startsWith(folder))) continue;
    const path = join(root, file);
    const text = bytes.toString();
    const rewrittenText = rewriteImports(file, text).replace(fileUrl, (_, reference) => {
      const target = relative(root, resolve(dirname(path), reference));
      if (!target.endsWith(".ts"))
        return `new URL("${relative(outdir, join(root, target))}", import.meta.url)`;
      const name = target.replace(/^src\/|\.ts$/g, "").replaceAll("/", "-");
      programs[name] = target;
      return `new URL("./${name}.js", import.meta.url)`;
    });
    if (rewrittenText !== text) rewritten.set(path, rewrittenText);
  }
  return { programs, rewritten };
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
      preview: "browser/preview.ts",
    },
  },
  "app-assets": {
    folder: "src/app",
    files: {
      script: "main.tsx",
      styles: "styles/app.css",
      documentStyles: "styles/document.css",
      documentScript: "../site/assets/browser/document.ts",
      editorStyles: "styles/editor.css",
    },
  },
};

/** Quality 11 would save another 6 % and take twelve times as long. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } };

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
    plugins: [wordsAndIcons(root)],
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
    writeFileSync(join(outdir, `${name}.br`), brotliCompressSync(bytes, brotliOptions));
  }
  writeFileSync(join(outdir, "names.json"), JSON.stringify({ names, files }));
  return inputsOf(metafile, root, join(root, folder));
}
