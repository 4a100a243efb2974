/** The width of the text of a sheet of A4, as a multiple of the size of its letters. */
const sheetWidth = 45;

/** Makes formulas smaller that are wider than a sheet and have no place where a line may end. */
export function fitPrintedFormulas(): void {
  const formulas = document.querySelectorAll<MathMLElement>(".formula > math:not(:has(> mrow + mrow))");
  addEventListener("beforeprint", () => {
    for (const formula of formulas) {
      const { width = 0 } = formula.firstElementChild?.getBoundingClientRect() ?? {};
      const scale = (sheetWidth * Number.parseFloat(getComputedStyle(formula).fontSize)) / width;
      if (scale < 1) formula.style.zoom = String(scale);
    }
  });
  addEventListener("afterprint", () => {
    for (const formula of formulas) formula.style.zoom = "";
  });
}
