import { tex2typst } from "tex2typst";
import type { Press } from "./print-book.ts";
import { array, definitions, formula, visible } from "./write/index.ts";

/** More is no formula that anybody reads, and takes long to be set, or more stack than there is. */
const longest = 1_000;
const deepest = 8;
/** One sign or command so often is deep as well: each may stand in the one before. */
const repeated = /(\\[A-Za-z]+\s*|[^\sA-Za-z0-9])\1{15,}/;
/** So are accents on accents: the translator takes twice as long with each. */
const piledUp =
  /(?:\\(?:(?:wide)?(?:hat|tilde)|bar|d?dot|vec|(?:over|under)(?:line|brace)|over(?:left|right)arrow|sqrt|math\w+|text|bold\w*|pmb|not|operatorname\*?)\s*){9,}/;

/** A formula in Typst's own language; undefined for what is not understood, or would be more than a formula. */
export function translateFormula(tex: string): string | undefined {
  if (tex.length > longest || depthOf(tex) > deepest || repeated.test(tex) || piledUp.test(tex))
    return undefined;
  try {
    const typst = tex2typst(simplified(visible(tex)), { nonStrict: true });
    // What needs no brackets there has them here.
    return isOnlyFormula(typst) && depthOf(typst) <= deepest ? typst : undefined;
  } catch {
    return undefined;
  }
}

/** How deep the parts of a formula are in each other, at most. */
function depthOf(tex: string): number {
  let [depth, most] = [0, 0];
  for (const [sign] of tex.matchAll(/[{([]|[})\]]|\\begin|\\end/g)) {
    depth += /^[})\]]|end/.test(sign) ? -1 : 1;
    most = Math.max(most, depth);
  }
  return most;
}

/** What the translator does not know, as near as it can be said otherwise. */
const simpler: readonly (readonly [RegExp, string])[] = [
  [/\\(begin|end)\{(?:equation|gather|gathered|split|align|eqnarray|multline)\*?\}/g, "\\$1{aligned}"],
  [/\\begin\{array\}(?:\{[^{}]*\})?/g, "\\begin{matrix}"],
  [/\\end\{array\}/g, "\\end{matrix}"],
  [/\\(?:tag|label)\*?\{[^{}]*\}/g, ""],
  [/\\(?:[bB]igg?[lrm]?|limits|nolimits|displaystyle|textstyle|nonumber|notag|hfill)(?![A-Za-z])/g, ""],
  [/\\boxed(?=\s*\{)/g, ""],
  [/\\(?:color|textcolor)\{[^{}]*\}/g, ""],
  [/\\[!,;:>]/g, " "],
];

function simplified(tex: string): string {
  return simpler.reduce((text, [pattern, other]) => text.replace(pattern, other), tex);
}

/**
 * Whether this is one formula and nothing else: a dollar would end it, and a hash begins a program. Words are in
 * quotes; there both are only signs.
 */
export function isOnlyFormula(typst: string): boolean {
  const unquoted = typst
    .replace(/"(?:[^"\\]|\\.)*"/gs, "")
    .replace(/\\./gs, "")
    .replaceAll("delim: #none", "");
  return !/[#$"\\]|\/\/|\/\*/.test(unquoted) && typst.trim() !== "";
}

/** The formulas that can be set, by how they were written. */
export function setFormulas(formulas: readonly string[], press: Press): Map<string, string> {
  const translated = formulas.flatMap((tex) => {
    const typst = translateFormula(tex);
    return typst === undefined ? [] : [[tex, typst] as const];
  });
  const takes = (all: readonly (readonly [string, string])[]) =>
    press.accepts(all.map(([, typst]) => `#${formula(typst, true)}\n`).join("\n"));
  // Mostly all of them can; only where one cannot, each is tried.
  const isFine = translated.length === 0 || takes(translated);
  return new Map(isFine ? translated : translated.filter((each) => takes([each])));
}

/** A file with all formulas, where the names in them mean what they mean in formulas, and nothing of the template's. */
export function writeFormulas(formulas: Iterable<string>): string {
  const all = [...formulas];
  return definitions({
    "inline-formulas": array(all.map((typst) => formula(typst, false))),
    "displayed-formulas": array(all.map((typst) => formula(typst, true))),
  });
}
