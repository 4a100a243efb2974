import { black, contrast, type Oklch, parseHex, readableOn, textOn, white } from "./colors.ts";
import { contrasts, type Palette } from "./palette.ts";
import type { Mode, SiteSettings } from "./site-settings.ts";

export interface HeaderColors {
  readonly background: Oklch;
  readonly text: Oklch;
  /** The background below the pointer. Its contrast with the text is at least that of the header. */
  readonly hover: Oklch;
  readonly border: Oklch;
}

/** The colors of a header that is not on the background of the page; undefined for other headers. */
export function headerColorsOf(
  { styling, header }: SiteSettings,
  palette: Palette,
  mode: Mode,
): HeaderColors | undefined {
  const primary = parseHex(styling.primaryColor[mode]);
  const [page = white] = palette.grays;
  switch (header.preset) {
    case "bold":
      return filled(primary, page);
    case "contrast":
      return filled(palette.grays[11] ?? black, page);
    case "custom": {
      const background = header.backgroundColor ? parseHex(header.backgroundColor[mode]) : page;
      return filled(background, page, header.linkColor && parseHex(header.linkColor[mode]));
    }
    case "none":
      return undefined;
    case "default":
      return styling.theme === "bold" ? filled(primary, page) : undefined;
  }
}

function filled(background: Oklch, page: Oklch, links?: Oklch): HeaderColors {
  const text = readableOn(links ?? textOn(background), background, contrasts.mutedText);
  // Away from the text, except for black and white, which have no room there and contrast enough.
  const away = background.l + (textOn(background) === white ? -0.08 : 0.08);
  const l = away < 0 || away > 1 ? 0.5 + (background.l - 0.5) * 0.7 : away;
  const hover = { ...background, l };
  const isReadable = contrast(text, hover) >= contrasts.mutedText;
  const border = contrast(background, page) < 1.2 ? readableOn(background, page, 1.3) : background;
  return { background, text, hover: isReadable ? hover : background, border };
}
