/** The contrast that text needs, as in WCAG 2. */
export const neededContrast = 4.5;

export type Mode = "light" | "dark";
export interface ThemedColor {
  readonly light: string;
  readonly dark: string;
}

/** The surface of a site on which text in a color has the least contrast. */
const surfaces = {
  plain: { light: "#f4f3f5", dark: "#1d1b1d" },
  muted: { light: "#ebe9ed", dark: "#272527" },
} as const;

export function surfaceOf(theme: unknown, mode: Mode): string {
  return surfaces[theme === "muted" ? "muted" : "plain"][mode];
}

export function isColor(text: unknown): text is string {
  return typeof text === "string" && /^#(?:[0-9a-f]{3}){1,2}$/i.test(text);
}

/** The color with six digits, as color inputs need it. */
export function longColor(color: string): string {
  return color.length === 4 ? color.replace(/[0-9a-f]/gi, "$&$&") : color;
}

/** The contrast ratio of WCAG 2: from 1 to 21. */
export function contrastOf(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(color: string): number {
  const digits = longColor(color);
  const channel = (start: number) => {
    const value = Number.parseInt(digits.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
