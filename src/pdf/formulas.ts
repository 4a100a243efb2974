import { tex2typst } from "tex2typst";
import type { Press } from "./press.ts";
import { formula } from "./write/typst.ts";

/** More is no formula that anybody reads, and takes long to be set. */
const longest = 4_000;

/** A formula in Typst's own language; undefined for what is not understood, or would be more than a formula. */
export function translateFormula(tex: string): string | undefined {
  if (tex.length > longest) return undefined;
  try {
    const typst = tex2typst(simplified(tex), { nonStrict: true });
    return isOnlyFormula(typst) ? typst : undefined;
  } catch {
    return undefined;
  }
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
  const source = (all: readonly (readonly [string, string])[]) =>
    all.map(([, typst]) => `#${formula(typst, true)}\n`).join("\n");
  // Mostly all of them can; only where one cannot, each is tried.
  const isFine = translated.length === 0 || press.accepts(source(translated));
  return new Map(isFine ? translated : translated.filter((each) => press.accepts(source([each]))));
}
