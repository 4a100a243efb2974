import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../../src/", import.meta.url));

export interface Expression {
  /** The path below `src/`. */
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

/** All regular expression literals of the server. */
export function literalsInSource(): Expression[] {
  return listSourceFiles().flatMap((file) =>
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
    for (const file of listSourceFiles())
      if (/^(?:export )?const \w+ = new RegExp\(/m.test(readFileSync(`${source}/${file}`, "utf8")))
        await import(`${source}/${file}`);
  } finally {
    globalThis.RegExp = Original;
  }
  return found;
}

function listSourceFiles(): string[] {
  return globSync("**/*.ts", { cwd: source })
    .filter((file) => !file.endsWith(".test.ts"))
    .sort();
}

/** A token: a comment, a string, the start of a template, a brace, a regular expression, a name or number, or one character. */
const token =
  /\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(`)|(})|({)|\/(?![*/])((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)|[\w$]+|\S/gy;
const skipped = /\s*/y;
/** Text that ends an operand: after it, a slash is a division. */
const isOperand = /[\w$)\]]$/;
/** Keywords look like names, but a regular expression may follow them. */
const keywords = ["return", "typeof", "case", "of", "in", "yield", "await"];

export function literalsIn(code: string): Omit<Expression, "file">[] {
  const found: Omit<Expression, "file">[] = [];
  /** For each open brace, whether it belongs to a template. */
  const braces: boolean[] = [];
  let previous = "";
  let position = 0;
  while (position < code.length) {
    skipped.lastIndex = position;
    skipped.exec(code);
    token.lastIndex = skipped.lastIndex;
    const match = token.exec(code);
    if (match === null) return found;
    const [text, template, closing, opening, pattern, flags = ""] = match;
    position = token.lastIndex;
    if (template !== undefined || (closing !== undefined && braces.pop() === true)) {
      position = endOfTemplate(code, position, braces);
      previous = ")";
      continue;
    }
    if (opening !== undefined) braces.push(false);
    if (pattern !== undefined) {
      if (isOperand.test(previous) && !keywords.includes(previous)) {
        position = match.index + 1;
        previous = "/";
        continue;
      }
      found.push({ pattern, flags });
      previous = ")";
    } else if (!text.startsWith("//") && !text.startsWith("/*")) previous = /^["']/.test(text) ? ")" : text;
  }
  return found;
}

/** The end of the template's text, or the start of code in it. */
function endOfTemplate(code: string, start: number, braces: boolean[]): number {
  for (let position = start; position < code.length; position++) {
    if (code[position] === "\\") position++;
    else if (code[position] === "`") return position + 1;
    else if (code.startsWith("${", position)) {
      braces.push(true);
      return position + 2;
    }
  }
  return code.length;
}
