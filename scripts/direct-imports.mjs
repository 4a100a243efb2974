// esbuild divides modules into chunks by the files that they import, not by the names that they use of them. An index.ts imports all
// modules of its folder, so a small command would load the whole server. In the bundle, names are therefore imported from
// the modules that declare them.
import { dirname, posix } from "node:path";

const importOfIndex = /^import \{([^{}]*)\} from "(\.[^"]*\/index\.ts)";/gm;
const reExport = /^export (?:\{([^{}]*)\}|\*) from "(\.[^"]*)";/gm;

/** Returns a function that replaces the imports of index.ts files in a module. `contents` are all modules by their paths. */
export function createImportRewriter(contents) {
  const exportsByIndex = new Map();

  /** The module that declares a name which an index.ts exports, and its name there. Undefined if it is not known. */
  function findDeclaration(index, name) {
    if (!exportsByIndex.has(index)) exportsByIndex.set(index, readReExports(contents, index));
    for (const { names, module } of exportsByIndex.get(index)) {
      const original = names === undefined ? name : names.get(name);
      if (original === undefined) continue;
      if (module.endsWith("/index.ts")) {
        const found = findDeclaration(module, original);
        if (found !== undefined) return found;
      } else if (names !== undefined || declares(contents.get(module), name)) return { module, original };
    }
    return undefined;
  }

  return (file, text) =>
    text.replace(importOfIndex, (statement, list, reference) => {
      const index = posix.join(dirname(file), reference);
      const imports = [...namesIn(list)].map(([local, name]) => {
        const { module, original } = findDeclaration(index, name) ?? { module: index, original: name };
        const path = posix.relative(dirname(file), module);
        return `import { ${original} as ${local} } from "${path.startsWith(".") ? path : `./${path}`}";`;
      });
      // The lines of source maps stay the same.
      return imports.join(" ") + statement.replace(/[^\n]/g, "");
    });
}

function readReExports(contents, index) {
  return [...String(contents.get(index)).matchAll(reExport)].map(([, list, reference]) => ({
    names: list === undefined ? undefined : namesIn(list),
    module: posix.join(dirname(index), reference),
  }));
}

/** The values in `a, b as c, type D`: their new names, with the names before `as`. */
function namesIn(list) {
  const names = list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "" && !part.startsWith("type "));
  return new Map(
    names.map((part) => {
      const [name, newName = name] = part.split(" as ");
      return [newName, name];
    }),
  );
}

function declares(bytes, name) {
  return new RegExp(`^export (?:async )?(?:function\\*?|class|const|let) ${name}\\b`, "m").test(
    String(bytes),
  );
}
