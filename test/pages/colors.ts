import type { Locator, Page } from "playwright-core";

/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly number[];

/** The color that readers see 30 pixels from the left edge of an element. The page must bypass its security policy. */
export async function pixelOf(page: Page, element: Locator, y: number): Promise<Rgb> {
  const { left, top } = await element.evaluate((node) => node.getBoundingClientRect().toJSON());
  const clip = { x: Math.ceil(left) + 30, y: Math.round(top) + y, width: 1, height: 1 };
  const png = await page.screenshot({ clip });
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    canvas?.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);
    return [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
  }, png.toString("base64"));
}

/** Converts colors of style sheets, in any notation, painted over a background. */
export function rgbOf(page: Page, colors: readonly string[], background = "#fff"): Promise<Rgb[]> {
  return page.evaluate(
    ([names, behind]) =>
      names.map((name) => {
        const canvas = new OffscreenCanvas(1, 1).getContext("2d");
        for (const color of [behind, name]) {
          if (canvas) canvas.fillStyle = color;
          canvas?.fillRect(0, 0, 1, 1);
        }
        return [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
      }),
    [colors, background] as const,
  );
}

/** The contrast ratio of WCAG. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
