/** Longer formulas are shown as their source, as on readers' pages. */
const maxLength = 2_000;

/** Shows a formula as MathML in an element. The result is why it is wrong; then its source is shown. */
export async function renderFormula(
  tex: string,
  displayMode: boolean,
  into: HTMLElement,
): Promise<string | undefined> {
  const source = document.createElement("code");
  source.textContent = tex;
  if (tex.trim() === "" || tex.length > maxLength) {
    into.replaceChildren(source);
    return undefined;
  }
  try {
    const { default: temml } = await import("temml");
    const target = document.createElement("span");
    temml.render(tex, target, { displayMode, throwOnError: true, maxExpand: 100 });
    into.replaceChildren(...target.childNodes);
    return undefined;
  } catch (error) {
    into.replaceChildren(source);
    return error instanceof Error ? error.message.replace(/^ParseError: (?:KaTeX parse error: )?/i, "") : "";
  }
}
