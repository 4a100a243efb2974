import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isSingleFormula, translateFormula } from "./formulas.ts";

describe("formulas", () => {
  test("are translated, including commands that the translator does not know", () => {
    assert.equal(translateFormula("\\frac{a}{b}"), "a/b");
    for (const tex of [
      "\\begin{equation}x = 1 \\tag{1}\\end{equation}",
      "\\begin{array}{ll}a & b\\\\c & d\\end{array}",
      "\\boxed{x} \\! \\Big( y \\Big)",
      "\\sum\\limits_{i=0}^n i",
      "\\text{a # and a $}",
    ])
      assert.notEqual(translateFormula(tex), undefined, tex);
    assert.doesNotMatch(translateFormula("\\sum\\limits_{i}") ?? "", /limits/);
  });

  test("that cannot be translated or are too long are undefined", () => {
    for (const tex of [
      "\\frac{",
      "a & b",
      "#",
      "x".repeat(5_000),
      `${"\\hat\\bar ".repeat(13)}x`,
      `${"\\sqrt{".repeat(50)}x${"}".repeat(50)}`,
    ])
      assert.equal(translateFormula(tex), undefined, tex);
  });

  test("are rejected if they could end the formula or start code", () => {
    for (const typst of ["x^2", '"a # $ word" x', "\\# \\$", "mat(delim: #none, a; b)", "a \\ b"])
      assert.ok(isSingleFormula(typst), typst);
    for (const typst of [
      "#sys",
      "a $ b",
      'a "',
      "a \\",
      '"a\\" #x',
      "x // y",
      "/* x",
      "",
      "mat(#none)",
      "\\\\#x",
    ])
      assert.ok(!isSingleFormula(typst), typst);
  });
});
