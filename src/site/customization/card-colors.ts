import type { CardColors } from "../../social-cards/index.ts";
import { writeColor } from "./colors.ts";
import { paletteOf } from "./palette.ts";
import type { SiteSettings } from "./site-settings.ts";

/** Known colors, since computing them takes as long as a part of a page. */
const known = new WeakMap<SiteSettings, CardColors>();

/** The colors of a site's social cards: those of its pages, or of its header if that is in the primary color. */
export function cardColorsOf(settings: SiteSettings): CardColors {
  return known.getOrInsertComputed(settings, computeColors);
}

function computeColors({ styling, chosen }: SiteSettings): CardColors {
  const { grays, colors } = paletteOf(styling, chosen.mode === "dark" ? "dark" : "light");
  const [primary, onPrimary] = [writeColor(colors.primary), writeColor(colors["on-primary"])];
  if (styling.theme === "bold")
    return {
      page: primary,
      text: onPrimary,
      mutedText: onPrimary,
      accent: onPrimary,
      mark: onPrimary,
      onMark: primary,
    };
  const gray = (index: number) => writeColor(grays[index] ?? colors["on-primary"]);
  return {
    page: gray(0),
    text: gray(11),
    mutedText: gray(10),
    accent: writeColor(colors["primary-text"]),
    mark: primary,
    onMark: onPrimary,
  };
}
