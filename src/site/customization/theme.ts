import type { CustomizationSettings } from "../../publishing/customization/index.ts";
import { black, contrast, type Oklch, parseHex, readableOn, textOn, white, writeColor } from "./colors.ts";

type Styling = CustomizationSettings["styling"];
type Mode = "light" | "dark";

/** The lightness of the neutral colors, from the page to the text. */
const ramps: Readonly<Record<Mode, readonly number[]>> = {
  light: [1, 0.985, 0.965, 0.945, 0.925, 0.9, 0.86, 0.78, 0.6, 0.54, 0.42, 0.22],
  dark: [0.17, 0.195, 0.225, 0.25, 0.275, 0.31, 0.36, 0.44, 0.57, 0.68, 0.78, 0.94],
};

/** How colorful the neutral colors of a theme are. */
const chromas = { clean: 0.004, muted: 0.008, bold: 0.004, gradient: 0.006 } as const;

/** The minimum contrast of links and of colored text with the page. */
const textContrast = 4.5;

const semanticColors = {
  info: "infoColor",
  success: "successColor",
  warning: "warningColor",
  danger: "dangerColor",
} as const;

/** The custom properties of a site's colors and shapes. `tokens.css` has the rest. */
export function writeTheme(styling: Styling): string {
  const light = declarations(styling, "light");
  const dark = declarations(styling, "dark");
  return `:root{${shapes(styling)}${light}}@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}:root[data-theme=dark]{${dark}}`;
}

/** A site that cannot be switched has the colors of its default mode only. */
export function writeFixedTheme(styling: Styling, mode: Mode): string {
  return `:root{${shapes(styling)}${declarations(styling, mode)}}`;
}

function declarations(styling: Styling, mode: Mode): string {
  const primary = parseHex(styling.primaryColor[mode]);
  const tint = styling.tint ? parseHex(styling.tint.color[mode]) : primary;
  const chroma = styling.tint ? 0.02 : Math.min(chromas[styling.theme], primary.c / 4);
  const neutrals = ramps[mode].map((l): Oklch => ({ l, c: l === 1 ? 0 : chroma, h: tint.h }));
  const page = neutrals[0] ?? white;
  const [raised = page, sunken = page] = [neutrals[1], neutrals[2]];
  // Colored text may be on the page and on slightly darker surfaces.
  const readable = (color: Oklch) => readableOn(color, mode === "light" ? sunken : raised, textContrast);
  const fill = contrast(primary, page) < 1.25 ? readableOn(primary, page, 1.5) : primary;
  const subtle = (color: Oklch): Oklch =>
    mode === "light"
      ? { l: 0.965, c: Math.min(color.c, 0.022), h: color.h }
      : { l: 0.255, c: Math.min(color.c, 0.04), h: color.h };
  const values: [name: string, color: Oklch][] = [
    ...neutrals.map((color, i): [string, Oklch] => [`gray-${i + 1}`, color]),
    ["primary", fill],
    ["primary-text", readable(primary)],
    ["primary-subtle", subtle(primary)],
    ["on-primary", textOn(fill)],
    ...Object.entries(semanticColors).flatMap(([name, field]): [string, Oklch][] => {
      const color = parseHex(styling[field][mode]);
      return [
        [name, readable(color)],
        [`${name}-subtle`, subtle(color)],
      ];
    }),
  ];
  const scheme = `color-scheme:${mode};`;
  return scheme + values.map(([name, color]) => `--${name}:${writeColor(color)}`).join(";");
}

const radii = { straight: "0px", rounded: "6px", circular: "16px" } as const;

function shapes({ corners, depth }: Styling): string {
  const shadow = depth === "flat" ? "none" : `0 8px 24px ${writeColor(black).replace(")", " / .12)")}`;
  return `--radius:${radii[corners]};--shadow:${shadow};`;
}
