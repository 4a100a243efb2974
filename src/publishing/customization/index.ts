// The customization of sites: schema, defaults, and merging of settings.
export { defaultCustomization } from "./defaults.ts";
export * from "./layers.ts";
export { presentCustomization, SiteCustomization } from "./present.ts";
export { CustomizationInput, CustomizationOverride, type CustomizationSettings, locales } from "./schema.ts";
