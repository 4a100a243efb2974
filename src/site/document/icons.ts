import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";
import { type Html, trustedHtml } from "../html/index.ts";

/** Finds the SVG of an icon by its name or an alias. */
export type FindIcon = (name: string) => Html | undefined;

let icons: Promise<FindIcon> | undefined;

/** Loads the icon sets at the first call. */
export function loadIcons(): Promise<FindIcon> {
  icons ??= readIcons();
  return icons;
}

async function readIcons(): Promise<FindIcon> {
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
  const written = new Map<string, Html>();
  return (name) => {
    const icon = byName.get(name);
    return icon && written.getOrInsertComputed(name, () => writeIcon(icon));
  };
}

function isIcon(value: unknown): value is IconDefinition {
  return typeof value === "object" && value !== null && "iconName" in value;
}

function writeIcon({ icon: [width, height, , , paths] }: IconDefinition): Html {
  const outline = [paths].flat().map((path) => `<path d="${path}"/>`);
  return trustedHtml(
    `<svg class="icon" viewBox="0 0 ${width} ${height}" fill="currentColor" aria-hidden="true">${outline.join("")}</svg>`,
  );
}
