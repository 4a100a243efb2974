import { type Static, Type } from "@sinclair/typebox";
import { limits } from "../../content/index.ts";
import {
  DiscriminatedUnion,
  HttpUrl,
  LinkUrl,
  nullable,
  patternMessage,
  StringEnum,
  words,
} from "../../platform/index.ts";
import { Container, PartialOf, PatchOf } from "./containers.ts";

/** The languages of the frame around pages. */
export const locales = ["en", "fr", "es", "zh", "ja", "de", "nl", "no", "pt-br", "ru"] as const;

const maxLinks = 100;
const Id = Type.String({ minLength: 1, maxLength: 256 });

const LinkTarget = {
  ...DiscriminatedUnion("kind", [
    Type.Object({ kind: Type.Literal("url"), url: LinkUrl }),
    Type.Object({ kind: Type.Literal("file"), file: Id }),
    Type.Object({ kind: Type.Literal("page"), page: Id, space: Type.Optional(Id) }),
    Type.Object({
      kind: Type.Literal("anchor"),
      anchor: Id,
      page: Type.Optional(Id),
      space: Type.Optional(Id),
    }),
    Type.Object({ kind: Type.Literal("space"), space: Id }),
    Type.Object({ kind: Type.Literal("user"), user: Id }),
    Type.Object({ kind: Type.Literal("collection"), collection: Id }),
    Type.Object({ kind: Type.Literal("reusable-content"), reusableContent: Id, space: Type.Optional(Id) }),
    Type.Object({ kind: Type.Literal("openapi"), spec: Id }),
  ]),
  description: "A URL, or an object of the workspace.",
};

const languages = [
  ...words(
    "en fr de es it pt pt-br ru ja zh zh-tw yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he",
  ),
  ...words("uk sk bg hr lt lv et sl"),
] as const;

/** The same text in other languages. A site space shows the one of its locale. */
function LocalizedText(maxLength: number) {
  const texts = languages.map((language) => [language, Type.Optional(Type.String({ maxLength }))] as const);
  return Type.Optional(
    Type.Unsafe<Readonly<Partial<Record<string, string>>>>({
      ...Type.Object(Object.fromEntries(texts)),
      description: "The text in other languages, by locale.",
    }),
  );
}

const LinkGroupTitle = Type.String({ maxLength: 128 });
const ContentLink = Type.Object({
  title: Type.String({ maxLength: 64 }),
  localizedTitle: LocalizedText(64),
  to: LinkTarget,
});
const Links = Type.Array(ContentLink, { maxItems: maxLinks });

const HeaderLink = Type.Object({
  title: LinkGroupTitle,
  localizedTitle: LocalizedText(128),
  style: Type.Optional(StringEnum(["link", "button-primary", "button-secondary"])),
  to: nullable(LinkTarget),
  links: Links,
  condition: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.condition,
      description: "An expression: only visitors for whom it is true see the link.",
    }),
  ),
});

const Color = Type.String({
  pattern: "^#(?:[0-9a-fA-F]{3}){1,2}$",
  [patternMessage]: "must be a colour: # and 3 or 6 hexadecimal digits",
});

const ThemedColor = Type.Object({ light: Color, dark: Color });
const ThemedUrl = Type.Object({ light: HttpUrl, dark: HttpUrl });

const fonts = [
  ...words("ABCFavorit Inter Roboto RobotoSlab OpenSans SourceSansPro Lato Ubuntu Raleway Merriweather"),
  ...words("Overpass NotoSans IBMPlexSerif Poppins FiraSans"),
] as const;

const monospaceFonts = [
  ...words("FiraCode IBMPlexMono JetBrainsMono SourceCodePro RobotoMono SpaceMono DMMono Inconsolata"),
] as const;

export const FontWeight = Type.Integer({ minimum: 1, maximum: 1000 });
export const FontFamily = Type.String({ minLength: 1, maxLength: 50 });
export const maxFontFaces = 50;

const FontFace = Type.Object({
  weight: FontWeight,
  sources: Type.Array(Type.Object({ url: HttpUrl, format: Type.Optional(StringEnum(["woff2", "woff"])) }), {
    minItems: 1,
    maxItems: 10,
  }),
});

export type FontDefinition = Static<typeof FontDefinition>;
export const FontDefinition = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 256 }),
  custom: Type.Boolean(),
  fontFamily: FontFamily,
  fontFaces: Type.Array(FontFace, { minItems: 1, maxItems: maxFontFaces }),
});

/** A built-in font by name, or a font definition. One schema instead of a union: it gives precise error messages. */
function Font<const T extends readonly string[]>(names: T) {
  const { properties, required } = FontDefinition;
  return Type.Unsafe<T[number] | FontDefinition>({
    type: ["string", "object"],
    pattern: `^(?:${names.join("|")})$`,
    [patternMessage]: `must be one of ${names.join(", ")}, or the definition of a font`,
    properties,
    required,
    description: `One of ${names.join(", ")}, or the definition of another font.`,
  });
}

const codeThemes = [
  ...words("default-light default-dark monochrome-light monochrome-dark andromeeda aurora-x ayu-dark"),
  ...words("catppuccin-frappe catppuccin-latte catppuccin-macchiato catppuccin-mocha dark-plus dracula"),
  ...words("dracula-soft everforest-dark everforest-light github-dark github-dark-default"),
  ...words("github-dark-dimmed github-dark-high-contrast github-light github-light-default"),
  ...words("github-light-high-contrast gruvbox-dark-hard gruvbox-dark-medium gruvbox-dark-soft"),
  ...words("gruvbox-light-hard gruvbox-light-medium gruvbox-light-soft houston kanagawa-dragon"),
  ...words("kanagawa-lotus kanagawa-wave laserwave light-plus material-theme material-theme-darker"),
  ...words("material-theme-lighter material-theme-ocean material-theme-palenight min-dark min-light monokai"),
  ...words("night-owl nord one-dark-pro one-light plastic poimandres red rose-pine rose-pine-dawn"),
  ...words("rose-pine-moon slack-dark slack-ochin snazzy-light solarized-dark solarized-light synthwave-84"),
  ...words("tokyo-night vesper vitesse-black vitesse-dark vitesse-light"),
] as const;

const codeTheme = StringEnum(codeThemes);
const ThemedCodeTheme = Type.Object({ light: codeTheme, dark: codeTheme });

const Styling = Container({
  theme: StringEnum(["clean", "muted", "bold", "gradient"]),
  primaryColor: ThemedColor,
  tint: Type.Optional(Type.Object({ color: ThemedColor })),
  infoColor: ThemedColor,
  successColor: ThemedColor,
  warningColor: ThemedColor,
  dangerColor: ThemedColor,
  corners: StringEnum(["straight", "rounded", "circular"]),
  depth: StringEnum(["subtle", "flat"]),
  links: StringEnum(["default", "accent"]),
  font: Font(fonts),
  headingFont: Type.Optional(Font(fonts)),
  monospaceFont: Font(monospaceFonts),
  background: StringEnum(["plain", "match"], { deprecated: true }),
  icons: StringEnum(["regular", "solid", "duotone", "light", "thin"]),
  codeTheme: Container({ default: ThemedCodeTheme, openapi: ThemedCodeTheme }),
  sidebar: Container({
    background: StringEnum(["default", "filled"]),
    list: StringEnum(["default", "pill", "line"]),
  }),
  search: StringEnum(["prominent", "subtle"]),
});

const Switch = Container({ enabled: Type.Boolean() });

const Favicon = Type.Object(
  {
    icon: Type.Optional(ThemedUrl),
    emoji: Type.Optional(
      Type.String({
        format: "emoji",
        maxLength: limits.emoji,
        description: "The character itself, or its code points in hexadecimal.",
      }),
    ),
  },
  { maxProperties: 1, description: "An image, an emoji, or neither for the default favicon." },
);

const SocialAccount = Type.Object({
  platform: StringEnum([
    ...words("twitter instagram facebook linkedin github discord slack youtube tiktok reddit bluesky"),
    ...words("mastodon threads medium"),
  ] as const),
  handle: Type.String({ minLength: 1, maxLength: 128, description: "The name on the platform, without @." }),
  display: Type.Object({ footer: Type.Boolean(), header: Type.Boolean() }),
});

const Announcement = Type.Object({
  enabled: Type.Boolean(),
  message: Type.String({ minLength: 2, maxLength: 128 }),
  localizedMessage: LocalizedText(128),
  link: Type.Optional(ContentLink),
  style: StringEnum(["info", "warning", "danger", "success"]),
});

export const Customization = Container({
  title: Type.Optional(Type.String({ minLength: 2, maxLength: 128 })),
  localizedTitle: LocalizedText(128),
  styling: Styling,
  internationalization: Container({
    locale: StringEnum(locales),
  }),
  favicon: Favicon,
  header: Container({
    preset: StringEnum(["default", "bold", "contrast", "custom", "none"], { deprecated: true }),
    logo: Type.Optional(ThemedUrl),
    primaryLink: Type.Optional({ ...LinkTarget, description: "Where the logo or title leads." }),
    backgroundColor: Type.Optional({ ...ThemedColor, deprecated: true }),
    linkColor: Type.Optional({ ...ThemedColor, deprecated: true }),
    links: Type.Array(HeaderLink, { maxItems: maxLinks }),
  }),
  footer: Container({
    logo: Type.Optional(ThemedUrl),
    groups: Type.Array(
      Type.Object({ title: LinkGroupTitle, localizedTitle: LocalizedText(128), links: Links }),
      { maxItems: 50 },
    ),
    copyright: Type.Optional(Type.String({ maxLength: 300 })),
  }),
  announcement: Type.Optional(Announcement),
  themes: Container({
    default: StringEnum(["light", "dark", "system"]),
    toggeable: Type.Boolean({ description: "Whether a reader may change to the other mode." }),
  }),
  pdf: Switch,
  feedback: Switch,
  ai: Container({
    mode: StringEnum(["none", "search", "assistant", "integration"]),
    integrationId: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  }),
  advancedCustomization: Switch,
  git: Container({ showEditLink: Type.Boolean() }),
  pageActions: Container({ externalAI: Type.Boolean(), markdown: Type.Boolean(), mcp: Type.Boolean() }),
  externalLinks: Container({
    target: StringEnum(["self", "blank"], {
      description: "Whether they open in the same tab or in a new one.",
    }),
  }),
  pagination: Switch,
  trademark: Switch,
  privacyPolicy: Container({ url: Type.Optional(HttpUrl) }),
  socialAccounts: Type.Array(SocialAccount, { maxItems: 10 }),
  socialPreview: Container({ url: Type.Optional(HttpUrl) }),
  insights: Container({ trackingCookie: Type.Boolean() }),
});

export type CustomizationSettings = Static<typeof Customization>;

/** The settings of a site or of a site space. An absent field is inherited: from the site, or from the defaults. */
export type CustomizationInput = Static<typeof CustomizationInput>;
export const CustomizationInput = PartialOf(Customization);

/** A change of the settings of a site space: null removes the setting, so that the site's applies. */
export type CustomizationOverride = Static<typeof CustomizationOverride>;
export const CustomizationOverride = PatchOf(Customization);
