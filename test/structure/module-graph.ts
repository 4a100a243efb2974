import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/** One import of a module of `src/` by another; both are paths below `src/`. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly isDynamic: boolean;
  /** The imported or re-exported names; `*` for all of them. */
  readonly names: readonly string[];
}

/** The folders of `src/` from the top layer to the bottom. A module imports from its own layer and from those below. */
export const layers = [
  ["main.ts"],
  ["commands"],
  ["server"],
  ["workspace"],
  ["site"],
  ["api"],
  [
    "identity",
    "search",
    "openapi",
    "embeds",
    "pdf",
    "social-cards",
    "importing",
    "exporting",
    "notifications",
    "insights",
    "publishing",
    "health",
  ],
  ["content", "storage"],
  ["config"],
  ["platform"],
] as const satisfies readonly (readonly string[])[];

/** The modules below a folder that match, without tests, as paths with slashes. */
export function listModules(source: string, pattern = /\.ts$/): string[] {
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => pattern.test(file) && !file.endsWith(".test.ts"))
    .sort();
}

/** Every relative import of these modules: static, dynamic, re-exports and types. */
export function readImports(source: string, modules: readonly string[]): Import[] {
  return modules.flatMap((from) => {
    const text = readFileSync(join(source, from), "utf8");
    const matches = text.matchAll(
      /(?:\{([^{}]*)\}\s+|export \* as (\w+)\s+)?\b(?:from|import)(\()?\s*"(\.[^"]+)"/g,
    );
    return [...matches].map(([, list, namespace, call, path = ""]) => ({
      from,
      to: posix.join(dirname(from), path),
      isDynamic: call !== undefined,
      names: namesIn(list ?? namespace ?? "*"),
    }));
  });
}

function namesIn(list: string): string[] {
  return [...list.matchAll(/(?:type\s+)?(\w+|\*)(?:\s+as\s+\w+)?(?:,|\s*$)/g)].map(([, name = ""]) => name);
}

/**
 * Names that an index.ts exports and no other folder imports. Of a module that it exports with `*` only the values
 * count, since the signature of a public function may mention any type.
 */
export function unusedExports(source: string, imports: readonly Import[]): string[] {
  const isUsed = (index: string, name: string): boolean =>
    imports.some(
      ({ from, to, names }) =>
        to === index &&
        dirname(from) !== dirname(index) &&
        (names.includes(name) || (names.includes("*") && (!isIndex(from) || isUsed(from, name)))),
    );
  return imports
    .filter(({ from, to, names }) => isIndex(from) && !(isIndex(to) && names.includes("*")))
    .flatMap(({ from, to, names }) =>
      (names.includes("*") ? declaredValues(readFileSync(join(source, to), "utf8")) : names)
        .filter((name) => !isUsed(from, name))
        .map((name) => `${from}: ${name}`),
    );
}

const isIndex = (module: string) => posix.basename(module) === "index.ts";

function declaredValues(text: string): string[] {
  const matches = text.matchAll(/^export (?:async )?(?:function\*?|class|const|let) (\w+)/gm);
  return [...matches].map(([, name = ""]) => name);
}

/** Imports from a higher layer. */
export function upwardImports(imports: readonly Import[]): Import[] {
  return imports.filter(({ from, to }) => layerOf(from) > layerOf(to));
}

/** The layer of a module, counted from the top. Throws for a folder without a layer. */
export function layerOf(module: string): number {
  const [top = ""] = module.split("/");
  const layer = layers.findIndex((folders) => (folders as readonly string[]).includes(top));
  if (layer < 0 && module.startsWith("..")) return layers.length;
  if (layer < 0) throw new Error(`src/${top} is not in a layer: add it to the list in test/structure`);
  return layer;
}

/** Imports of a module of another folder instead of its index.ts. */
export function importsPastIndex(imports: readonly Import[]): Import[] {
  return imports.filter(
    ({ from, to }) =>
      to.endsWith(".ts") && !to.startsWith("..") && dirname(from) !== dirname(to) && !isIndex(to),
  );
}

/** Groups of folders that import each other, directly or through others. */
export function folderCycles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    if (to.startsWith("..") || dirname(from) === dirname(to)) continue;
    targets.getOrInsertComputed(dirname(from), () => new Set()).add(dirname(to));
  }
  const reachable = (start: string): Set<string> => {
    const seen = new Set<string>();
    const queue = [...(targets.get(start) ?? [])];
    for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      queue.push(...(targets.get(folder) ?? []));
    }
    return seen;
  };
  const reach = new Map([...targets.keys()].map((folder) => [folder, reachable(folder)]));
  const cycles = new Map<string, string[]>();
  for (const [folder, reached] of reach) {
    if (!reached.has(folder)) continue;
    const members = [...reached].filter((other) => reach.get(other)?.has(folder)).sort();
    cycles.set(members.join(), members);
  }
  return [...cycles.values()];
}
