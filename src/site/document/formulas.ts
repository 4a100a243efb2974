import { type Html, html, trustedHtml } from "../html/index.ts";
import type { FormulaConverter, PageContext } from "./context.ts";

let converter: Promise<FormulaConverter> | undefined;

/** Loads the converter at the first call, as the highlighter. */
export function loadFormulaConverter(): Promise<FormulaConverter> {
  converter ??= import("temml").then(({ default: library }) => library);
  return converter;
}

/** Longer formulas are shown as their source: the time of the conversion may grow faster than their length. */
const maxLength = 2_000;

/** Formulas shorter than this, in characters of TeX, are not wider than a small screen. */
export const narrowFormula = 30;

/** A formula as MathML, or its source if it is invalid. */
export function writeFormula(tex: string, displayMode: boolean, context: PageContext): Html {
  if (tex.length <= maxLength) {
    try {
      const math = context.formulaConverter.renderToString(tex, {
        displayMode,
        throwOnError: true,
        maxExpand: 100,
      });
      const divided = tex.length < narrowFormula ? math : divideRow(math);
      return trustedHtml(withoutStyleAttributes(divided, context));
    } catch {
      // Invalid, as formulas of authors may be.
    }
  }
  return html`<code>${tex}</code>`;
}

/** Divides the row of a formula after each of its operators, where a line may end. */
function divideRow(math: string): string {
  if (!/^<math[^>]*><mrow>/.test(math)) return math;
  let depth = 0;
  const operatorsAndTags = /<mo( separator="true"| stretchy="false")?>([^<\u2061]+)<\/mo>|<(\/?)\w[^>]*>/g;
  return math.replace(operatorsAndTags, (text, attribute: string = "", operator?: string, end?: string) => {
    if (operator !== undefined)
      return depth === 2 ? `<mo form="infix"${attribute}>${operator}</mo></mrow><mrow>` : text;
    depth += end === "" ? 1 : -1;
    return text;
  });
}

/** Replaces style attributes by classes, since the content security policy forbids them. */
function withoutStyleAttributes(math: string, { classFor }: PageContext): string {
  return math.replace(/<\w[^<>]*>/g, (tag) => {
    const [attribute, declarations] = / style="([^"]*)"/.exec(tag) ?? [];
    if (attribute === undefined || declarations === undefined) return tag;
    const unstyled = tag.replace(attribute, "");
    const name = classFor(declarations.replace(/[{}]/g, ""));
    return unstyled.includes(' class="')
      ? unstyled.replace(' class="', ` class="${name} `)
      : unstyled.replace(/^<\w+/, `$& class="${name}"`);
  });
}
