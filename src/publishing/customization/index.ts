// The customization of sites: schema, defaults, and merging of settings.
export { defaultCustomization } from "./defaults.ts";
export * from "./layers.ts";
export { CustomizationInput, CustomizationOverride, CustomizationSettings } from "./schema.ts";
