// The customization of sites: schema, defaults, and merging of settings.
export { customFontIds, readCustomFonts, withCustomFonts } from "./custom-fonts.ts";
export { defaultCustomization } from "./defaults.ts";
export * from "./layers.ts";
export { presentCustomization, SiteCustomization, StoredCustomization } from "./present.ts";
export {
  CustomizationInput,
  CustomizationOverride,
  type CustomizationSettings,
  FontDefinition,
  FontFamily,
  FontWeight,
  locales,
  maxFontFaces,
} from "./schema.ts";
