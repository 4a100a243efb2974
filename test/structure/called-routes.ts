import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const literal = /"([^"\n]*)"|`([^`]*)`/g;
const inserted = /\$\{(?:typeof )?(\w+)(?:\([^)]*\))?\}/;
const isRoute = (text: string) => /^(?:GET|POST|PUT|PATCH|DELETE) \/[^$]*$/.test(text);

/**
 * The routes of the API that the modules of a folder name: as one text, or put together from constants and functions of the same
 * module, or from exported functions of others.
 */
export function readRoutes(folder: string): Set<string> {
  const modules = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|api-types\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  const shared = new Map(modules.flatMap((text) => readTexts(text, /^export function (\w+)[\s\S]*?\n\}/gm)));
  return new Set(
    modules.flatMap((text) => {
      const constants = readTexts(text, /\bconst (\w+) = [^;]*;/g);
      const functions = readTexts(text, /^function (\w+)[\s\S]*?\n\}/gm);
      const texts = Map.groupBy([...constants, ...functions], ([name]) => name);
      const find = (name: string) => texts.get(name)?.flatMap(([, found]) => found) ?? shared.get(name) ?? [];
      return literalsOf(text).flatMap((found) => complete(found, find));
    }),
  );
}

/** The texts in the declarations that a pattern finds, and the results of functions that they call, by name. */
function readTexts(text: string, declaration: RegExp): [name: string, texts: readonly string[]][] {
  return [...text.matchAll(declaration)].map(([whole, name = ""]) => {
    const results = [...whole.matchAll(/(?:[?:]|return|=) (\w+)\(/g)].map(([, called]) => `\${${called}}`);
    return [name, [...literalsOf(whole), ...results.filter((result) => result !== `\${${name}}`)]];
  });
}

function literalsOf(text: string): string[] {
  return [...text.matchAll(literal)]
    .map(([, plain, template]) => plain ?? template ?? "")
    .filter((found) => /^(?:[A-Z]+ )?(?:\/|\$\{)/.test(found));
}

/** The routes that a text becomes with what is inserted into it. */
function complete(text: string, find: (name: string) => readonly string[], depth = 0): string[] {
  const [whole, name] = inserted.exec(text) ?? [];
  if (whole === undefined || name === undefined) return isRoute(text) ? [text] : [];
  if (depth === 4) return [];
  return find(name).flatMap((part) =>
    complete(
      text.replace(whole, () => part),
      find,
      depth + 1,
    ),
  );
}
