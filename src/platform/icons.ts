import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";

/** The drawing of an icon: its view box, and its paths as SVG elements. */
export interface IconDrawing {
  readonly viewBox: string;
  readonly paths: string;
  /** Whether it is the logo of a company, which is always filled. */
  readonly isBrand: boolean;
}

/** Finds the drawing of an icon by its name or an alias. */
export type FindIconDrawing = (name: string) => IconDrawing | undefined;

let icons: Promise<FindIconDrawing> | undefined;
let outlines: Promise<FindIconDrawing> | undefined;

/** Loads the filled icons, which are complete, and the logos of companies at the first call. */
export function loadIconDrawings(): Promise<FindIconDrawing> {
  icons ??= readIcons(filledPacks());
  return icons;
}

function filledPacks(): Promise<object>[] {
  return [import("@fortawesome/free-solid-svg-icons"), import("@fortawesome/free-brands-svg-icons")];
}

/** Loads the icons that are also drawn as outlines: about one in seven. */
export function loadOutlinedIconDrawings(): Promise<FindIconDrawing> {
  outlines ??= readIcons([import("@fortawesome/free-regular-svg-icons")]);
  return outlines;
}

/** The names of all icons, each with its aliases. */
export async function listIconNames(): Promise<readonly (readonly string[])[]> {
  const icons = await listIcons(filledPacks());
  return icons.map(({ iconName, icon: [, , aliases] }) => [
    iconName,
    ...aliases.filter((alias) => typeof alias === "string"),
  ]);
}

async function listIcons(packs: readonly Promise<object>[]): Promise<IconDefinition[]> {
  const icons = (await Promise.all(packs)).flatMap((pack) => Object.values(pack)).filter(isIcon);
  // Aliases are exported too, as the same icon.
  return [...new Map(icons.map((icon) => [icon.iconName, icon])).values()];
}

async function readIcons(packs: readonly Promise<object>[]): Promise<FindIconDrawing> {
  const byName = new Map<string, IconDefinition>();
  for (const icon of await listIcons(packs)) {
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

function drawingOf({ prefix, icon: [width, height, , , paths] }: IconDefinition): IconDrawing {
  const elements = [paths].flat().map((path) => `<path d="${path}"/>`);
  return { viewBox: `0 0 ${width} ${height}`, paths: elements.join(""), isBrand: prefix === "fab" };
}
