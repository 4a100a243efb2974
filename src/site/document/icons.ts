import { type IconDrawing, loadIconDrawings, loadOutlinedIconDrawings } from "../../platform/index.ts";
import { type Html, trustedHtml } from "../html/index.ts";

/** Finds the SVG of an icon by its name or an alias. */
export type FindIcon = (name: string) => Html | undefined;

export type IconStyle = "regular" | "solid" | "duotone" | "light" | "thin";

/** The width of the line around an icon, in units of a drawing of 512, and the opacity inside of it. */
const lines: Readonly<Record<Exclude<IconStyle, "solid">, readonly [width: number, fillOpacity: number]>> = {
  regular: [40, 0],
  duotone: [24, 0.25],
  light: [28, 0],
  thin: [16, 0],
};

const written = new Map<string, Html>();

/**
 * Loads icons in a style. The free icon set is complete only as filled drawings; the other styles draw the line around
 * them. For `regular`, the drawings of the set are used where they exist.
 */
export async function loadIcons(style: IconStyle): Promise<FindIcon> {
  const filled = await loadIconDrawings();
  const outlined = style === "regular" ? await loadOutlinedIconDrawings() : undefined;
  return (name) => {
    const known = written.get(`${style} ${name}`);
    if (known !== undefined) return known;
    const outline = outlined?.(name);
    const drawing = outline ?? filled(name);
    if (drawing === undefined) return undefined;
    const isFilled = style === "solid" || outline !== undefined || drawing.isBrand;
    const svg = trustedHtml(isFilled ? writeFilled(drawing) : writeLine(drawing, style));
    written.set(`${style} ${name}`, svg);
    return svg;
  };
}

function writeFilled({ viewBox, paths }: IconDrawing): string {
  return `<svg class="icon" viewBox="${viewBox}" fill="currentColor" aria-hidden="true">${paths}</svg>`;
}

function writeLine({ viewBox, paths }: IconDrawing, style: keyof typeof lines): string {
  const [width, opacity] = lines[style];
  const [x = 0, y = 0, right = 0, bottom = 0] = viewBox.split(" ").map(Number);
  const box = [x - width / 2, y - width / 2, right + width, bottom + width].join(" ");
  return `<svg class="icon" viewBox="${box}" fill="currentColor" fill-opacity="${opacity}" stroke="currentColor" stroke-width="${width}" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;
}
