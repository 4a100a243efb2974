import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";

/** Finds SVGs of icons by name or former name. */
export type Icons = (name: string) => string | undefined;

/** Loads the icon sets. */
export async function loadIcons(): Promise<Icons> {
  const packs = [
    await import("@fortawesome/free-solid-svg-icons"),
    await import("@fortawesome/free-brands-svg-icons"),
  ];
  const icons = new Map<string, IconDefinition>();
  for (const pack of packs)
    for (const icon of Object.values(pack)) {
      if (!isIcon(icon)) continue;
      icons.set(icon.iconName, icon);
      for (const alias of icon.icon[2]) if (typeof alias === "string") icons.getOrInsert(alias, icon);
    }
  return (name) => {
    const icon = icons.get(name);
    return icon && drawingOf(icon);
  };
}

function isIcon(value: unknown): value is IconDefinition {
  return typeof value === "object" && value !== null && "iconName" in value;
}

function drawingOf({ icon: [width, height, , , paths] }: IconDefinition): string {
  const drawn = [paths].flat().map((path) => `<path d="${path}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" fill="currentColor">${drawn.join("")}</svg>`;
}
