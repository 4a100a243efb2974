/** A color in OKLCH: lightness from 0 to 1, chroma, and hue in degrees. */
export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

type Rgb = readonly [red: number, green: number, blue: number];

export function parseHex(hex: string): Oklch {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, "$&$&") : hex;
  const channel = (start: number) => toLinear(Number.parseInt(digits.slice(start, start + 2), 16) / 255);
  return fromLinear([channel(1), channel(3), channel(5)]);
}

/** Writes a color in hexadecimal, in the gamut of every screen, so that all browsers show the same color. */
export function writeColor(color: Oklch): string {
  const digits = shownRgb(color).map((value) => value.toString(16).padStart(2, "0"));
  return `#${digits.join("")}`;
}

/** The contrast ratio of WCAG 2, from 1 to 21, between the colors as they are written. */
export function contrast(a: Oklch, b: Oklch): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

export const white: Oklch = { l: 1, c: 0, h: 0 };
export const black: Oklch = { l: 0, c: 0, h: 0 };

/** White or black, whichever is easier to read on the color. Its contrast is at least 4.5. */
export function textOn(color: Oklch): Oklch {
  return contrast(white, color) >= contrast(black, color) ? white : black;
}

/** A color with its lightness moved away from the background until the contrast suffices. */
export function readableOn(color: Oklch, background: Oklch, ratio: number): Oklch {
  if (contrast(color, background) >= ratio) return color;
  const end = textOn(background);
  let [unreadable, readable] = [color.l, end.l];
  for (let i = 0; i < 8; i++) {
    const l = (unreadable + readable) / 2;
    if (contrast({ ...color, l }, background) >= ratio) readable = l;
    else unreadable = l;
  }
  return readable === end.l ? end : { ...color, l: readable };
}

/** The color with less chroma, if a screen cannot show it. */
function inGamut(color: Oklch): Oklch {
  if (isInGamut(color)) return color;
  let [shown, tooColorful] = [0, color.c];
  for (let i = 0; i < 12; i++) {
    const c = (shown + tooColorful) / 2;
    if (isInGamut({ ...color, c })) shown = c;
    else tooColorful = c;
  }
  return { ...color, c: shown };
}

function isInGamut(color: Oklch): boolean {
  return toLinearRgb(color).every((value) => value > -0.0005 && value < 1.0005);
}

/** The channels of a color, from 0 to 255. */
function shownRgb(color: Oklch): number[] {
  return toLinearRgb(inGamut(color)).map((value) =>
    Math.round(fromLinearChannel(Math.min(1, Math.max(0, value))) * 255),
  );
}

function luminance(color: Oklch): number {
  const [red = 0, green = 0, blue = 0] = shownRgb(color).map((value) => toLinear(value / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLinearChannel(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

// The matrices of the OKLab definition by Björn Ottosson.

function fromLinear([red, green, blue]: Rgb): Oklch {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const c = Math.hypot(a, b);
  return { l, c: c < 0.0005 ? 0 : c, h: c < 0.0005 ? 0 : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
}

function toLinearRgb({ l, c, h }: Oklch): Rgb {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}
