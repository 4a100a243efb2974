import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { codeThemes } from "./code-themes.ts";
import { black, contrast, type Oklch, parseHex, readableOn, white, writeColor } from "./colors.ts";
import { headerColorsOf } from "./header-colors.ts";
import { paletteOf, semanticColors } from "./palette.ts";
import { siteSettingsOf } from "./site-settings.ts";
import { writeTheme } from "./theme.ts";

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const extremes = ["#ffff00", "#000000", "#ffffff", "#000080", "#00ff00", "#ff0000", "#808080", "#fff"];
const color = fc.oneof(hex, fc.constantFrom(...extremes));
const themed = fc.record({ light: color, dark: color });

/** The contrast of the colors as they are written: rounded to whole steps of a screen. */
function shownContrast(a: Oklch, b: Oklch): number {
  return contrast(parseHex(writeColor(a)), parseHex(writeColor(b)));
}

test("text is readable on every surface, whatever colors are chosen", () => {
  const styling = fc.record({
    theme: fc.constantFrom("clean", "muted", "bold", "gradient"),
    primaryColor: themed,
    tint: fc.option(fc.record({ color: themed }), { nil: undefined }),
    background: fc.constantFrom("plain", "match"),
    infoColor: themed,
    successColor: themed,
    warningColor: themed,
    dangerColor: themed,
  });
  const header = fc.record({
    preset: fc.constantFrom("default", "bold", "contrast", "custom", "none"),
    backgroundColor: themed,
    linkColor: fc.option(themed, { nil: undefined }),
  });
  const customization = fc.record({ styling, header });
  const check = (layer: unknown) => {
    const settings = siteSettingsOf(layer as Parameters<typeof siteSettingsOf>[0]);
    for (const mode of ["light", "dark"] as const) {
      const palette = paletteOf(settings.styling, mode);
      const { grays, colors } = palette;
      const gray = (step: number) => grays[step - 1] ?? assert.fail();
      const isReadable = (text: Oklch, background: Oklch, ratio: number, what: string) =>
        assert.ok(
          shownContrast(text, background) >= ratio,
          `${what} in ${mode} mode: ${shownContrast(text, background)}`,
        );
      const surfaces = [gray(1), gray(2), gray(3), colors["primary-subtle"]];
      if (settings.styling.theme === "gradient") surfaces.push(colors.glow);
      for (const surface of surfaces) {
        isReadable(gray(12), surface, 7, "text");
        isReadable(gray(10), surface, 4.5, "secondary text");
        isReadable(gray(9), surface, 3, "lines");
        isReadable(colors["primary-text"], surface, 4.5, "links");
      }
      isReadable(colors["on-primary"], colors.primary, 4.5, "buttons");
      for (const name of Object.keys(semanticColors) as (keyof typeof semanticColors)[])
        for (const surface of [gray(1), gray(3), colors[`${name}-subtle`]])
          isReadable(colors[name], surface, 4.5, name);
      const ofHeader = headerColorsOf(settings, palette, mode);
      if (ofHeader === undefined) continue;
      isReadable(ofHeader.text, ofHeader.background, 4.5, "header");
      isReadable(ofHeader.text, ofHeader.hover, 4.5, "header below the pointer");
    }
  };
  fc.assert(fc.property(customization, check), { numRuns: 150 });
});

test("a color that is readable stays as it is, and others keep their hue", () => {
  const navy = parseHex("#000080");
  assert.deepEqual(readableOn(navy, white, 4.5), navy);
  const lighter = readableOn(navy, black, 4.5);
  assert.ok(lighter.l > navy.l && lighter.h === navy.h);
  for (const sample of ["#2f5bd7", "#ffee00", "#010203", "#ffffff"])
    assert.equal(writeColor(parseHex(sample)), sample);
});

test("every published code theme has colors, in the mode of its choice", () => {
  for (const theme of Object.keys(codeThemes)) {
    const settings = siteSettingsOf({
      styling: { codeTheme: { default: { light: theme, dark: "default-dark" } } },
    } as Parameters<typeof siteSettingsOf>[0]);
    const [light = "", dark = ""] = writeTheme(settings).split("@media");
    assert.equal(light.includes("--code-keyword:#"), theme !== "default-light", theme);
    assert.match(dark, theme === "default-light" ? /^(?!.*--code-)/ : /--code-keyword:initial/);
  }
});

test("code is readable in every theme, in light and dark", () => {
  for (const theme of Object.keys(codeThemes))
    for (const mode of ["light", "dark"] as const) {
      const codeTheme = { default: { light: theme, dark: theme } };
      const settings = siteSettingsOf({ styling: { codeTheme } } as Parameters<typeof siteSettingsOf>[0]);
      const [light = "", dark = ""] = writeTheme(settings).split("@media");
      const written = mode === "light" ? light : dark;
      const colors = new Map(
        [...written.matchAll(/--code-(\w+):(#\w+)/g)].map(([, name = "", color = ""]) => [name, color]),
      );
      // The default themes are in the style sheet.
      if (theme === `default-${mode}`) continue;
      const background = parseHex(colors.get("bg") ?? assert.fail(`${theme}, ${mode}`));
      colors.delete("bg");
      assert.equal(colors.size, 7);
      for (const [name, color] of colors) {
        const ratio = contrast(parseHex(color), background);
        assert.ok(ratio >= 4.5, `${name} of ${theme}, ${mode}: ${ratio}`);
      }
    }
});
