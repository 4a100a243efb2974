import { LRUCache } from "lru-cache";
import { codeThemes } from "./code-themes.ts";
import { type Oklch, parseHex, readableOn, writeColor } from "./colors.ts";
import { headerColorsOf } from "./header-colors.ts";
import { contrasts, paletteOf } from "./palette.ts";
import type { Mode, SiteSettings } from "./site-settings.ts";

type Declarations = Readonly<Record<string, string>>;

/** Written themes: their colors take about a millisecond. */
const written = new LRUCache<string, string>({ max: 500 });

const writtenBySettings = new WeakMap<SiteSettings, string>();

/** The custom properties of a site's colors and shapes. `tokens.css` has the rest. */
export function writeTheme(settings: SiteSettings): string {
  return writtenBySettings.getOrInsertComputed(settings, findWritten);
}

function findWritten(settings: SiteSettings): string {
  const { styling, themes, chosen, header } = settings;
  const { preset, backgroundColor, linkColor } = header;
  const key = JSON.stringify([styling, themes, chosen.mode, preset, backgroundColor, linkColor]);
  const known = written.get(key);
  if (known !== undefined) return known;
  const css = writeRules(settings);
  written.set(key, css);
  return css;
}

function writeRules(settings: SiteSettings): string {
  const { themes, chosen } = settings;
  const root = `:root{${write(shapesOf(settings))}}`;
  const light = root + modeRules(settings, "light")(":root");
  // A site that cannot be switched has the colors of its default mode only. Paper is always light.
  const [isDark, isSystem] = [chosen.mode === "dark", chosen.mode === "system"];
  if (!themes.toggeable && !isDark && !isSystem) return light;
  const dark = modeRules(settings, "dark");
  const ofSystem = `@media screen and (prefers-color-scheme:dark){${dark(":root:not([data-theme=light])")}}`;
  const ofChoice = `@media screen{${dark(":root[data-theme=dark]")}}`;
  return (
    light + (themes.toggeable || isSystem ? ofSystem : "") + (themes.toggeable || isDark ? ofChoice : "")
  );
}

/** The rules of a mode for a selector of the root element. */
function modeRules(settings: SiteSettings, mode: Mode): (selector: string) => string {
  const { codeTheme } = settings.styling;
  const hasCodeTheme = [codeTheme.default, codeTheme.openapi].some(
    ({ light, dark }) => light !== "default-light" || dark !== "default-dark",
  );
  const codeColors = (theme: string) => (hasCodeTheme ? write(codeColorsOf(theme, mode)) : "");
  const colors = `color-scheme:${mode};${write(colorsOf(settings, mode))}`;
  const [ofCode, ofApi] = [codeColors(codeTheme.default[mode]), codeColors(codeTheme.openapi[mode])];
  return (selector) =>
    `${selector}{${colors};${ofCode}}${ofApi === ofCode ? "" : `${selector} .api{${ofApi}}`}`;
}

function write(declarations: Declarations): string {
  return Object.entries(declarations)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
}

function colorsOf(settings: SiteSettings, mode: Mode): Declarations {
  const palette = paletteOf(settings.styling, mode);
  const header = headerColorsOf(settings, palette, mode);
  const colors: [name: string, color: Oklch][] = [
    ...palette.grays.map((color, i): [string, Oklch] => [`gray-${i + 1}`, color]),
    ...Object.entries(palette.colors),
  ];
  if (header !== undefined) {
    const { background, text, hover, border } = header;
    colors.push(["header", background], ["header-border", border]);
    for (const name of ["hover", "field"]) colors.push([`header-${name}`, hover]);
    for (const name of ["text", "muted", "mark", "button"]) colors.push([`header-${name}`, text]);
    colors.push(["header-on-button", background]);
  }
  return Object.fromEntries(colors.map(([name, color]) => [name, writeColor(color)]));
}

const codeColorNames = ["bg", "text", "comment", "keyword", "string", "number", "title", "meta"] as const;

/** The colors of code. `initial` leaves them to the style sheet, which has the default theme of each mode. */
function codeColorsOf(theme: string, mode: Mode): Declarations {
  const colors = theme === `default-${mode}` ? undefined : codeThemes[theme]?.split(" ");
  const background = parseHex(`#${colors?.[0] ?? "000"}`);
  const values = codeColorNames.map((name, i) => {
    const color = colors?.[i];
    if (color === undefined) return [`code-${name}`, "initial"] as const;
    const readable =
      name === "bg" ? background : readableOn(parseHex(`#${color}`), background, contrasts.mutedText);
    return [`code-${name}`, writeColor(readable)] as const;
  });
  const mark = colors === undefined ? "initial" : "color-mix(in oklab,currentcolor 14%,transparent)";
  return { ...Object.fromEntries(values), "code-mark": mark };
}

/** The radii of small parts, of large ones, and of buttons and marked items. */
const radii = {
  straight: ["0px", "0px", "0px"],
  rounded: ["6px", "10px", "6px"],
  circular: ["12px", "20px", "999px"],
} as const;

function shapesOf({ styling: { corners, depth, links } }: SiteSettings): Declarations {
  const [radius, large, control] = radii[corners];
  const isFlat = depth === "flat";
  return {
    radius,
    "radius-large": large,
    "radius-control": control,
    shadow: isFlat ? "none" : "0 8px 24px rgb(0 0 0/.12)",
    "shadow-raised": isFlat ? "none" : "0 1px 2px rgb(0 0 0/.07)",
    ...(links === "accent" && { link: "var(--text)", "link-line": "var(--primary-text)" }),
  };
}
