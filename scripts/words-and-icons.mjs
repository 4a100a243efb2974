// esbuild divides modules into files for the browser by what imports them. All texts of the workspace are imported from one module, and all
// icons from another, so that the first screen would load those of every screen. In the bundle, a module imports the files of the
// texts that it names, and icons that only later screens show are in a module of their own.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const iconPackage = "@fortawesome/free-solid-svg-icons";
const importOfIcons = new RegExp(`^import \\{([^}]*)\\} from "${iconPackage}";$`, "m");

/** The modules whose icons are loaded with the first screen. Those of other screens are loaded with the first of these. */
const isEarly = (file) => !file.startsWith("screens/") || /^screens\/(?:home|space)\//.test(file);

/** The plugin of esbuild for the modules in src/app. */
export function wordsAndIcons(root) {
  const importWords = createWordsRewriter(root);
  const iconSets = listIcons(join(root, "src/app"));
  return {
    name: "words-and-icons",
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /[\\/]src[\\/]app[\\/].*\.tsx?$/ }, ({ path }) => ({
        contents: importIcons(importWords(readFileSync(path, "utf8")), iconSets),
        loader: path.endsWith("x") ? "tsx" : "ts",
      }));
      onResolve({ filter: /^icons:/ }, ({ path }) => ({ path, namespace: "icons", sideEffects: false }));
      onLoad({ filter: /.*/, namespace: "icons" }, async ({ path }) => {
        const icons = await import(iconPackage);
        const names = [...iconSets[path]];
        return {
          contents: names.map((name) => `export const ${name} = ${JSON.stringify(icons[name])};`).join("\n"),
        };
      });
    },
  };
}

/** The icons by the module that they are imported from in the bundle. */
function listIcons(folder) {
  const [early, late] = [new Set(), new Set()];
  const files = readdirSync(folder, { recursive: true }).filter((file) => /\.tsx?$/.test(file));
  for (const file of files) {
    const [, list = ""] = importOfIcons.exec(readFileSync(join(folder, file), "utf8")) ?? [];
    for (const name of namesIn(list)) (isEarly(file) ? early : late).add(name);
  }
  return { "icons:early": early, "icons:late": new Set([...late].filter((name) => !early.has(name))) };
}

/** The names in `a, type B, c` that are not types. */
function namesIn(list) {
  return list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "));
}

/** Imports icons from their modules of the bundle. Types are left out. Lines stay the same, for source maps. */
function importIcons(source, iconSets) {
  return source.replace(importOfIcons, (statement, list) => {
    const imports = Object.entries(iconSets).map(([module, icons]) => {
      const names = namesIn(list).filter((name) => icons.has(name));
      return names.length === 0 ? "" : `import { ${names.join(", ")} } from "${module}";`;
    });
    return imports.join(" ") + statement.replace(/[^\n]/g, "");
  });
}

/** Returns a function that makes a module import only the texts that it names. A module that uses `words` in another way gets all of them. */
function createWordsRewriter(root) {
  let files;
  return (source) => {
    const [statement, folder] = /^import \{ words \} from "([./]+words)\/index\.ts";$/m.exec(source) ?? [];
    if (statement === undefined || /[=([{,]\s*words\b(?!\s*[.:])/.test(source.replace(statement, "")))
      return source;
    files ??= listTexts(join(root, "src/app/words/index.ts"));
    const names = [...new Set([...source.matchAll(/(?<![./-])\bwords\s*\.(\w+)/g)].map(([, name]) => name))];
    if (!names.every((name) => files.has(name))) return source;
    const imports = names.map(
      (name) => `import { ${name} as words_${name} } from "${folder}/${files.get(name)}";`,
    );
    const members = names.map((name) => `${name}: words_${name}`);
    // On one line, so that the lines of source maps stay.
    return source.replace(statement, `${imports.join(" ")} const words = { ${members.join(", ")} };`);
  };
}

/** The files of texts, by the names of the texts. */
function listTexts(indexFile) {
  const imports = readFileSync(indexFile, "utf8").matchAll(
    /^import \{ ([\w, ]+) \} from "\.\/([\w-]+\.ts)";$/gm,
  );
  return new Map([...imports].flatMap(([, names, file]) => names.split(", ").map((name) => [name, file])));
}
