import { black, contrast, type Oklch, parseHex, readableOn, textOn, white } from "./colors.ts";
import type { Mode, SiteSettings } from "./site-settings.ts";

type Styling = SiteSettings["styling"];

/** The lightness of the neutral colors, from the page to the text. */
const ramps: Readonly<Record<Mode, readonly number[]>> = {
  light: [1, 0.985, 0.965, 0.945, 0.925, 0.9, 0.86, 0.78, 0.6, 0.54, 0.42, 0.22],
  dark: [0.17, 0.195, 0.225, 0.25, 0.275, 0.31, 0.36, 0.44, 0.57, 0.68, 0.78, 0.94],
};

/** The theme `muted` has a page that is neither white nor black, and less contrast between surfaces. */
const mutedRamps: typeof ramps = {
  light: [0.968, 0.953, 0.937, 0.922, 0.908, 0.887, 0.85, 0.77, 0.6, 0.53, 0.41, 0.24],
  dark: [0.225, 0.245, 0.267, 0.286, 0.306, 0.335, 0.38, 0.45, 0.58, 0.69, 0.78, 0.93],
};

/** The chroma of the neutral colors: a trace of the primary color, or the tint. */
const chromas = { clean: 0.004, muted: 0.006, bold: 0.004, gradient: 0.006, tint: 0.018 } as const;

/** The minimum contrast of text, of other text, and of lines that carry meaning, as in WCAG 2. */
export const contrasts = { text: 7, mutedText: 4.5, line: 3 } as const;

export const semanticColors = {
  info: "infoColor",
  success: "successColor",
  warning: "warningColor",
  danger: "dangerColor",
} as const;

type SemanticColor = keyof typeof semanticColors;
type SubtleColor = `${SemanticColor | "primary"}-subtle`;

export interface Palette {
  /** From the page to the text. */
  readonly grays: readonly Oklch[];
  readonly colors: Readonly<
    Record<SemanticColor | SubtleColor | "primary" | "primary-text" | "on-primary" | "glow", Oklch>
  >;
}

/** The colors of a site in one mode. Whatever colors are chosen, text is readable on every surface. */
export function paletteOf(styling: Styling, mode: Mode): Palette {
  const primary = parseHex(styling.primaryColor[mode]);
  const subtle = (color: Oklch): Oklch =>
    mode === "light"
      ? { l: 0.955, c: Math.min(color.c, 0.026), h: color.h }
      : { l: 0.265, c: Math.min(color.c, 0.045), h: color.h };
  const glow: Oklch =
    mode === "light"
      ? { l: 0.935, c: Math.min(primary.c * 0.6, 0.06), h: primary.h }
      : { l: 0.27, c: Math.min(primary.c * 0.6, 0.07), h: primary.h };
  const neutrals = neutralsOf(styling, mode, primary);
  const [page = white, , sunken = page] = neutrals;
  const surfaces = [sunken, subtle(primary), ...(styling.theme === "gradient" ? [glow] : [])];
  // Text that is readable on the surface nearest to its own luminance is readable on all of them.
  const farthest = mode === "light" ? white : black;
  const hardest = surfaces.reduce((a, b) => (contrast(a, farthest) > contrast(b, farthest) ? a : b));
  const ratios: Readonly<Record<number, number>> = {
    8: contrasts.line,
    9: contrasts.mutedText,
    10: contrasts.mutedText,
    11: contrasts.text,
  };
  const grays = neutrals.map((color, i) => readableOn(color, hardest, ratios[i] ?? 1));
  const readable = (color: Oklch, background = hardest) =>
    readableOn(readableOn(color, hardest, contrasts.mutedText), background, contrasts.mutedText);
  // A gray that is not readable would look like secondary text.
  const isGray = primary.c < 0.03 && contrast(primary, hardest) < contrasts.mutedText;
  const fill = contrast(primary, page) < 1.25 ? readableOn(primary, page, 1.5) : primary;
  const semantic = (name: SemanticColor) => {
    const color = parseHex(styling[semanticColors[name]][mode]);
    return { [name]: readable(color, subtle(color)), [`${name}-subtle`]: subtle(color) };
  };
  return {
    grays,
    colors: {
      primary: fill,
      "primary-text": isGray ? (grays[11] ?? primary) : readable(primary),
      "primary-subtle": subtle(primary),
      "on-primary": textOn(fill),
      glow,
      ...semantic("info"),
      ...semantic("success"),
      ...semantic("warning"),
      ...semantic("danger"),
    } as Palette["colors"],
  };
}

function neutralsOf({ theme, tint, background }: Styling, mode: Mode, primary: Oklch): Oklch[] {
  const tintColor = tint ? parseHex(tint.color[mode]) : primary;
  const isTinted = tint !== undefined || background === "match";
  const chroma = isTinted ? chromas.tint : chromas[theme];
  const [first = 1, ...others] = (theme === "muted" ? mutedRamps : ramps)[mode];
  // A white page has no room for a tint.
  const page = isTinted ? Math.min(first, 0.988) : first;
  return [page, ...others].map((l) => ({
    l,
    c: l === 1 ? 0 : Math.min(chroma, tintColor.c / (isTinted ? 1 : 4)),
    h: tintColor.h,
  }));
}
