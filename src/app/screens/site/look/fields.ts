import type { words } from "../../../words/index.ts";

/** The kinds of fields with one control. Others have components of their own. */
export type FieldKind =
  | "choice"
  | "switch"
  | "text"
  | "address"
  | "colors"
  | "optional-colors"
  | "tint"
  | "font"
  | "monospace-font"
  | "code-theme"
  | "images"
  | "image"
  | "favicon"
  | "title"
  | "link"
  | "header-links"
  | "footer-groups"
  | "accounts"
  | "announcement";

export interface Field {
  readonly path: keyof typeof words.look.fields;
  readonly kind: FieldKind;
  readonly maxLength?: number;
  /** Whether the field has an effect with these values. */
  readonly isShown?: (valueAt: (path: string) => unknown) => boolean;
}

interface Group {
  readonly id: Exclude<keyof typeof words.look.groups, "presets">;
  readonly fields: readonly Field[];
}

const hasOwnColors: Field["isShown"] = (valueAt) => valueAt("header.preset") === "custom";

/** All fields that have an effect, in the order in which one decides about them. */
export const groups: readonly Group[] = [
  {
    id: "theme",
    fields: [
      { path: "styling.theme", kind: "choice" },
      { path: "themes.default", kind: "choice" },
      { path: "themes.toggeable", kind: "switch" },
    ],
  },
  {
    id: "colors",
    fields: [
      { path: "styling.primaryColor", kind: "colors" },
      { path: "styling.tint", kind: "tint" },
      { path: "styling.background", kind: "choice" },
      { path: "styling.infoColor", kind: "colors" },
      { path: "styling.successColor", kind: "colors" },
      { path: "styling.warningColor", kind: "colors" },
      { path: "styling.dangerColor", kind: "colors" },
    ],
  },
  {
    id: "fonts",
    fields: [
      { path: "styling.font", kind: "font" },
      { path: "styling.headingFont", kind: "font" },
      { path: "styling.monospaceFont", kind: "monospace-font" },
      { path: "styling.codeTheme.default", kind: "code-theme" },
      { path: "styling.codeTheme.openapi", kind: "code-theme" },
    ],
  },
  {
    id: "shapes",
    fields: [
      { path: "styling.corners", kind: "choice" },
      { path: "styling.depth", kind: "choice" },
      { path: "styling.links", kind: "choice" },
      { path: "styling.icons", kind: "choice" },
      { path: "styling.search", kind: "choice" },
      { path: "styling.sidebar.background", kind: "choice" },
      { path: "styling.sidebar.list", kind: "choice" },
    ],
  },
  {
    id: "identity",
    fields: [
      { path: "title", kind: "title", maxLength: 128 },
      { path: "header.logo", kind: "images" },
      { path: "favicon", kind: "favicon" },
      { path: "socialPreview.url", kind: "image" },
    ],
  },
  {
    id: "header",
    fields: [
      { path: "header.preset", kind: "choice" },
      { path: "header.backgroundColor", kind: "optional-colors", isShown: hasOwnColors },
      { path: "header.linkColor", kind: "optional-colors", isShown: hasOwnColors },
      { path: "header.primaryLink", kind: "link" },
      { path: "header.links", kind: "header-links" },
    ],
  },
  {
    id: "footer",
    fields: [
      { path: "footer.logo", kind: "images" },
      { path: "footer.groups", kind: "footer-groups" },
      { path: "footer.copyright", kind: "text", maxLength: 300 },
      { path: "privacyPolicy.url", kind: "address" },
      { path: "trademark.enabled", kind: "switch" },
    ],
  },
  { id: "social", fields: [{ path: "socialAccounts", kind: "accounts" }] },
  { id: "announcement", fields: [{ path: "announcement", kind: "announcement" }] },
  {
    id: "pages",
    fields: [
      { path: "pagination.enabled", kind: "switch" },
      { path: "feedback.enabled", kind: "switch" },
      { path: "pdf.enabled", kind: "switch" },
      { path: "pageActions.markdown", kind: "switch" },
      { path: "pageActions.externalAI", kind: "switch" },
      { path: "pageActions.mcp", kind: "switch" },
      { path: "externalLinks.target", kind: "choice" },
    ],
  },
  { id: "language", fields: [{ path: "internationalization.locale", kind: "choice" }] },
  { id: "privacy", fields: [{ path: "insights.trackingCookie", kind: "switch" }] },
];

/** The fields of a group as they are stored. Some are edited by the control of another one. */
const companions: Readonly<Record<string, readonly string[]>> = { title: ["localizedTitle"] };

export function pathsOf({ path }: Field): readonly string[] {
  return [path, ...(companions[path] ?? [])];
}

export const fonts = [
  ...[
    "ABCFavorit",
    "Inter",
    "Roboto",
    "RobotoSlab",
    "OpenSans",
    "SourceSansPro",
    "Lato",
    "Ubuntu",
    "Raleway",
  ],
  ...["Merriweather", "Overpass", "NotoSans", "IBMPlexSerif", "Poppins", "FiraSans"],
];

export const monospaceFonts = [
  ...["FiraCode", "IBMPlexMono", "JetBrainsMono", "SourceCodePro", "RobotoMono", "SpaceMono", "DMMono"],
  "Inconsolata",
];

/** A name such as `RobotoSlab` as words. */
export function spacedName(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/^(ABC|IBM|DM)(?=[A-Z])/, "$1 ");
}

export const codeThemes =
  "default-light default-dark monochrome-light monochrome-dark andromeeda aurora-x ayu-dark catppuccin-frappe catppuccin-latte catppuccin-macchiato catppuccin-mocha dark-plus dracula dracula-soft everforest-dark everforest-light github-dark github-dark-default github-dark-dimmed github-dark-high-contrast github-light github-light-default github-light-high-contrast gruvbox-dark-hard gruvbox-dark-medium gruvbox-dark-soft gruvbox-light-hard gruvbox-light-medium gruvbox-light-soft houston kanagawa-dragon kanagawa-lotus kanagawa-wave laserwave light-plus material-theme material-theme-darker material-theme-lighter material-theme-ocean material-theme-palenight min-dark min-light monokai night-owl nord one-dark-pro one-light plastic poimandres red rose-pine rose-pine-dawn rose-pine-moon slack-dark slack-ochin snazzy-light solarized-dark solarized-light synthwave-84 tokyo-night vesper vitesse-black vitesse-dark vitesse-light".split(
    " ",
  );
