import type { Formula, FormulaBlock } from "../markdown/index.ts";
import { type Element, find, hasClass, hasClassMatching, normalizeText, ownText } from "../tree/index.ts";

const maxFormulaLength = 20_000;

function isMath(element: Element): boolean {
  const { name, attributes } = element;
  if (name === "math" || name === "mjx-container") return true;
  if (name === "script") return /^math\/tex/.test(attributes.get("type") ?? "");
  return hasClass(element, "katex", "katex-display", "arithmatex", "MathJax_Display") || isDelimited(element);
}

/** Sphinx and others leave TeX between delimiters, which a script renders. */
function isDelimited(element: Element): boolean {
  const [text, ...others] = element.children;
  if (typeof text !== "string" || others.length > 0 || !hasClassMatching(element, /^math(?:$|-)/))
    return false;
  return delimited.test(text.trim());
}

const delimited = /^\\[([][\s\S]*\\[)\]]$|^\$\$?[\s\S]+\$\$?$/;

/** Whether an element is the rendering of a formula whose source is on the page, too. */
export function isRenderedMath(element: Element): boolean {
  return hasClass(element, "MathJax_Preview", "MathJax", "katex-html");
}

/** The formula of an element; "unknown" if its source is not on the page, and undefined if it is not a formula. */
export function readFormula(element: Element): Formula | FormulaBlock | "unknown" | undefined {
  if (!isMath(element)) return undefined;
  const tex = texOf(element);
  if (tex === undefined) return "unknown";
  const [, inner = tex] = /^(?:\\\[|\\\(|\$\$?)([\s\S]*?)(?:\\\]|\\\)|\$\$?)$/.exec(tex.trim()) ?? [];
  const formula = inner.trim();
  if (formula === "" || formula.length > maxFormulaLength) return "unknown";
  return isDisplayed(element, tex)
    ? { type: "formulaBlock", value: withoutBlankLines(formula) }
    : { type: "formula", value: normalizeText(formula) };
}

function texOf(element: Element): string | undefined {
  if (element.name === "script") return ownText(element);
  const annotation = find(
    element,
    ({ name, attributes }) => name === "annotation" && /tex/i.test(attributes.get("encoding") ?? ""),
  );
  if (annotation !== undefined) return ownText(annotation);
  const script = find(element, (inner) => inner.name === "script" && isMath(inner));
  if (script !== undefined) return ownText(script);
  const math = element.name === "math" ? element : find(element, ({ name }) => name === "math");
  const source = math?.attributes.get("alttext") ?? element.attributes.get("data-tex");
  if (source !== undefined) return source;
  return hasClass(element, "arithmatex") || isDelimited(element) ? ownText(element) : undefined;
}

function isDisplayed(element: Element, tex: string): boolean {
  const { name, attributes } = element;
  if (name === "div" || attributes.get("display") === "true" || attributes.get("display") === "block")
    return true;
  if (/mode\s*=\s*display/.test(attributes.get("type") ?? "")) return true;
  return hasClass(element, "katex-display", "MathJax_Display") || /^(?:\\\[|\$\$)/.test(tex.trim());
}

function withoutBlankLines(formula: string): string {
  return formula
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "" && line.trim() !== "$$")
    .join("\n");
}
