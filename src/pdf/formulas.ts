import { tex2typst } from "tex2typst";
import type { TypstCompiler } from "./print/index.ts";
import { array, definitions, formula, removeInvisible } from "./write/index.ts";

/** The maximum length and depth of a formula. Larger formulas take too long or overflow the stack. */
const [maxLength, maxDepth] = [1_000, 8];
/** Repeated commands or symbols, which may be nested. */
const repeated = /(\\[A-Za-z]+\s*|[^\sA-Za-z0-9])\1{15,}/;
/** Nested accents, which take exponential time to translate. */
const nestedAccents =
  /(?:\\(?:(?:wide)?(?:hat|tilde)|bar|d?dot|vec|(?:over|under)(?:line|brace)|over(?:left|right)arrow|sqrt|math\w+|text|bold\w*|pmb|not|operatorname\*?)\s*){9,}/;

/** Translates TeX to Typst; undefined if that fails or the result is not a single formula. */
export function translateFormula(tex: string): string | undefined {
  if (tex.length > maxLength || depthOf(tex) > maxDepth || repeated.test(tex) || nestedAccents.test(tex))
    return undefined;
  const simple = replacements.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    removeInvisible(tex),
  );
  try {
    const typst = tex2typst(simple, { nonStrict: true });
    // The translation may be deeper than the source.
    return isSingleFormula(typst) && depthOf(typst) <= maxDepth ? typst : undefined;
  } catch {
    return undefined;
  }
}

function depthOf(tex: string): number {
  let [depth, max] = [0, 0];
  for (const [sign] of tex.matchAll(/[{([]|[})\]]|\\begin|\\end/g)) {
    depth += /^[})\]]|end/.test(sign) ? -1 : 1;
    max = Math.max(max, depth);
  }
  return max;
}

/** Replacements for commands that the translator does not know. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/\\(begin|end)\{(?:equation|gather|gathered|split|align|eqnarray|multline)\*?\}/g, "\\$1{aligned}"],
  [/\\begin\{array\}(?:\{[^{}]*\})?/g, "\\begin{matrix}"],
  [/\\end\{array\}/g, "\\end{matrix}"],
  [/\\(?:tag|label)\*?\{[^{}]*\}/g, ""],
  [/\\(?:[bB]igg?[lrm]?|limits|nolimits|displaystyle|textstyle|nonumber|notag|hfill)(?![A-Za-z])/g, ""],
  [/\\boxed(?=\s*\{)/g, ""],
  [/\\(?:color|textcolor)\{[^{}]*\}/g, ""],
  [/\\[!,;:>]/g, " "],
];

/**
 * Whether this is a single formula: a dollar sign would end it, and a hash would start code. Both are harmless in quoted
 * text.
 */
export function isSingleFormula(typst: string): boolean {
  const unquoted = typst
    .replace(/"(?:[^"\\]|\\.)*"/gs, "")
    .replace(/\\./gs, "")
    .replaceAll("delim: #none", "");
  return !/[#$"\\]|\/\/|\/\*/.test(unquoted) && typst.trim() !== "";
}

/** The translations of the formulas that compile, by TeX source. */
export function compileFormulas(formulas: readonly string[], compiler: TypstCompiler): Map<string, string> {
  const translated = formulas.flatMap((tex) => {
    const typst = translateFormula(tex);
    return typst === undefined ? [] : [[tex, typst] as const];
  });
  const compiles = (all: readonly (readonly [string, string])[]) =>
    compiler.accepts(all.map(([, typst]) => `#${formula(typst, true)}\n`).join("\n"));
  // Usually all compile at once; otherwise each is tried.
  const allCompile = translated.length === 0 || compiles(translated);
  return new Map(allCompile ? translated : translated.filter((entry) => compiles([entry])));
}

/** A file with all formulas. It imports nothing from the template. */
export function writeFormulas(formulas: Iterable<string>): string {
  const all = [...formulas];
  return definitions({
    "inline-formulas": array(all.map((typst) => formula(typst, false))),
    "displayed-formulas": array(all.map((typst) => formula(typst, true))),
  });
}
