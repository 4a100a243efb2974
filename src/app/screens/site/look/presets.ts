import type { words } from "../../../words/index.ts";
import type { Values } from "./values.ts";

interface Preset {
  readonly id: keyof typeof words.look.presets;
  /** Fields of `styling`. Those that it does not name get their defaults. */
  readonly styling: Values;
}

const color = (light: string, dark: string) => ({ light, dark });

/** Looks to begin with. */
export const presets: readonly Preset[] = [
  { id: "calm", styling: {} },
  {
    id: "paper",
    styling: {
      theme: "muted",
      primaryColor: color("#8a4b20", "#e2b68c"),
      tint: { color: color("#8a6a3a", "#8a7a5c") },
      font: "Merriweather",
      headingFont: "Merriweather",
      links: "accent",
      depth: "flat",
    },
  },
  {
    id: "ink",
    styling: {
      primaryColor: color("#18181b", "#f4f4f5"),
      font: "Inter",
      corners: "straight",
      depth: "flat",
      links: "accent",
      sidebar: { list: "line" },
    },
  },
  {
    id: "meadow",
    styling: {
      theme: "bold",
      primaryColor: color("#15693f", "#6fcf97"),
      font: "NotoSans",
      sidebar: { background: "filled" },
    },
  },
  {
    id: "sunrise",
    styling: {
      theme: "gradient",
      primaryColor: color("#c2410c", "#fdba74"),
      font: "Poppins",
      corners: "circular",
      icons: "duotone",
      sidebar: { list: "pill" },
    },
  },
  {
    id: "terminal",
    styling: {
      theme: "muted",
      primaryColor: color("#0f766e", "#5eead4"),
      font: "IBMPlexSerif",
      headingFont: "Overpass",
      monospaceFont: "IBMPlexMono",
      corners: "straight",
      search: "subtle",
      codeTheme: { default: { light: "github-light", dark: "github-dark" } },
    },
  },
];
