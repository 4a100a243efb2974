import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";

/** The drawing of an icon: its view box, and its paths as SVG elements. */
export interface IconDrawing {
  readonly viewBox: string;
  readonly paths: string;
}

/** Finds the drawing of an icon by its name or an alias. */
export type FindIconDrawing = (name: string) => IconDrawing | undefined;

let icons: Promise<FindIconDrawing> | undefined;

/** Loads the icon sets at the first call. */
export function loadIconDrawings(): Promise<FindIconDrawing> {
  icons ??= readIcons();
  return icons;
}

async function readIcons(): Promise<FindIconDrawing> {
  const packs = [
    await import("@fortawesome/free-solid-svg-icons"),
    await import("@fortawesome/free-brands-svg-icons"),
  ];
  const byName = new Map<string, IconDefinition>();
  for (const icon of packs.flatMap((pack) => Object.values(pack))) {
    if (!isIcon(icon)) continue;
    byName.set(icon.iconName, icon);
    for (const alias of icon.icon[2]) if (typeof alias === "string") byName.getOrInsert(alias, icon);
  }
  return (name) => {
    const icon = byName.get(name);
    return icon && drawingOf(icon);
  };
}

function isIcon(value: unknown): value is IconDefinition {
  return typeof value === "object" && value !== null && "iconName" in value;
}

function drawingOf({ icon: [width, height, , , paths] }: IconDefinition): IconDrawing {
  const elements = [paths].flat().map((path) => `<path d="${path}"/>`);
  return { viewBox: `0 0 ${width} ${height}`, paths: elements.join("") };
}
