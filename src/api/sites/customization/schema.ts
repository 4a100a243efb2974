import { type Static, Type } from "@sinclair/typebox";
import { Address, oneOf } from "../../http/index.ts";
import { Emoji } from "../../spaces/index.ts";
import { AnswerOf, ChangesOf, Container, LayerOf } from "./forms.ts";
import { ContentLink, FooterGroups, HeaderLinks } from "./link-schema.ts";
import { Styling, ThemedAddress, ThemedColor } from "./styling-schema.ts";

const Switch = Container({ enabled: Type.Boolean() });

const Favicon = Type.Object(
  { icon: Type.Optional(ThemedAddress), emoji: Type.Optional(Emoji) },
  { maxProperties: 1, description: "An image, an emoji, or neither: then it is the site's own." },
);

const Announcement = Type.Object({
  enabled: Type.Boolean(),
  message: Type.String({ minLength: 2, maxLength: 128 }),
  link: Type.Optional(ContentLink),
  style: oneOf(["info", "warning", "danger", "success"]),
});

/** Everything that can be set about how a site looks and what it offers. */
export const Customization = Container({
  title: Type.Optional(Type.String({ minLength: 2, maxLength: 128 })),
  styling: Styling,
  internationalization: Container({
    locale: oneOf(["en", "fr", "es", "zh", "ja", "de", "nl", "no", "pt-br", "ru"]),
  }),
  favicon: Favicon,
  header: Container({
    preset: oneOf(["default", "bold", "contrast", "custom", "none"], { deprecated: true }),
    logo: Type.Optional(ThemedAddress),
    backgroundColor: Type.Optional({ ...ThemedColor, deprecated: true }),
    linkColor: Type.Optional({ ...ThemedColor, deprecated: true }),
    links: HeaderLinks,
  }),
  footer: Container({
    logo: Type.Optional(ThemedAddress),
    groups: FooterGroups,
    copyright: Type.Optional(Type.String({ maxLength: 300 })),
  }),
  announcement: Type.Optional(Announcement),
  themes: Container({
    default: oneOf(["light", "dark"]),
    toggeable: Type.Boolean({ description: "Whether a reader may change to the other mode." }),
  }),
  pdf: Switch,
  feedback: Switch,
  ai: Container({
    mode: oneOf(["none", "search", "assistant", "integration"]),
    integrationId: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  }),
  advancedCustomization: Switch,
  git: Container({ showEditLink: Type.Boolean() }),
  pageActions: Container({ externalAI: Type.Boolean(), markdown: Type.Boolean() }),
  externalLinks: Container({
    target: oneOf(["self", "blank"], { description: "Whether they open in the same tab or in a new one." }),
  }),
  pagination: Switch,
  trademark: Switch,
  privacyPolicy: Container({ url: Type.Optional(Address) }),
  socialPreview: Container({ url: Type.Optional(Address) }),
  insights: Container({ trackingCookie: Type.Boolean() }),
});

export type CustomizationSettings = Static<typeof Customization>;
export const CustomizationSettings = AnswerOf(Customization, "SiteCustomization");

/** What replaces the settings of a site: whatever it leaves out is as by default. */
export type CustomizationInput = Static<typeof CustomizationInput>;
export const CustomizationInput = LayerOf(Customization);

/** What changes in the settings of one space of a site: null gives back the site's. */
export type CustomizationOverride = Static<typeof CustomizationOverride>;
export const CustomizationOverride = ChangesOf(Customization);
