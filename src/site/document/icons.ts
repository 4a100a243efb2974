import { loadIconDrawings } from "../../platform/index.ts";
import { type Html, trustedHtml } from "../html/index.ts";

/** Finds the SVG of an icon by its name or an alias. */
export type FindIcon = (name: string) => Html | undefined;

const written = new Map<string, Html>();

export async function loadIcons(): Promise<FindIcon> {
  const drawingOf = await loadIconDrawings();
  return (name) => {
    const drawing = drawingOf(name);
    if (drawing === undefined) return undefined;
    const { viewBox, paths } = drawing;
    return written.getOrInsertComputed(name, () =>
      trustedHtml(
        `<svg class="icon" viewBox="${viewBox}" fill="currentColor" aria-hidden="true">${paths}</svg>`,
      ),
    );
  };
}
