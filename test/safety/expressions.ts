import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../../src/", import.meta.url));

export interface Expression {
  /** Below `src/`. */
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

/** All regular expression literals of the server. */
export function literalsInSource(): Expression[] {
  return filesOfSource().flatMap((file) =>
    literalsIn(readFileSync(`${source}/${file}`, "utf8")).map((literal) => ({ file, ...literal })),
  );
}

/** The expressions that modules build with `new RegExp` when they are loaded. */
export async function composedInSource(): Promise<Expression[]> {
  const found: Expression[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [pattern, flags = ""]) {
      // Expressions of packages are ignored.
      const [, , caller = ""] = new Error().stack?.split("\n") ?? [];
      const [, file] = caller.includes("/node_modules/") ? [] : (/\/src\/([^:]+\.ts):/.exec(caller) ?? []);
      if (file !== undefined) found.push({ file, pattern: String(pattern), flags: String(flags) });
      return new target(pattern, flags);
    },
  });
  try {
    for (const file of filesOfSource())
      if (/^(?:export )?const \w+ = new RegExp\(/m.test(readFileSync(`${source}/${file}`, "utf8")))
        await import(`${source}/${file}`);
  } finally {
    globalThis.RegExp = Original;
  }
  return found;
}

function filesOfSource(): string[] {
  return globSync("**/*.ts", { cwd: source })
    .filter((file) => !file.endsWith(".test.ts"))
    .sort();
}

/** Tokens: strings, comments and templates are skipped; a slash is a division or starts an expression. */
const token =
  /\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(`)|(})|({)|\/(?![*/])((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)|[\w$]+|\S/gy;
const skipped = /\s*/y;
/** After a name, a number or a closing bracket, a slash is a division. */
const isOperand = /[\w$)\]]$/;
const keywords = ["return", "typeof", "case", "of", "in", "yield", "await"];

export function literalsIn(code: string): Omit<Expression, "file">[] {
  const found: Omit<Expression, "file">[] = [];
  /** For each open brace, whether it belongs to a template. */
  const braces: boolean[] = [];
  let before = "";
  let at = 0;
  while (at < code.length) {
    skipped.lastIndex = at;
    skipped.exec(code);
    token.lastIndex = skipped.lastIndex;
    const match = token.exec(code);
    if (match === null) return found;
    const [text, template, closing, opening, pattern, flags = ""] = match;
    at = token.lastIndex;
    if (template !== undefined || (closing !== undefined && braces.pop() === true)) {
      at = endOfTemplate(code, at, braces);
      before = ")";
      continue;
    }
    if (opening !== undefined) braces.push(false);
    if (pattern !== undefined) {
      if (isOperand.test(before) && !keywords.includes(before)) {
        at = match.index + 1;
        before = "/";
        continue;
      }
      found.push({ pattern, flags });
      before = ")";
    } else if (!text.startsWith("//") && !text.startsWith("/*")) before = /^["']/.test(text) ? ")" : text;
  }
  return found;
}

/** The end of the template's text, or the start of code in it. */
function endOfTemplate(code: string, start: number, braces: boolean[]): number {
  for (let at = start; at < code.length; at++) {
    if (code[at] === "\\") at++;
    else if (code[at] === "`") return at + 1;
    else if (code.startsWith("${", at)) {
      braces.push(true);
      return at + 2;
    }
  }
  return code.length;
}
