// The customization of sites: schema, defaults, and merging of settings.
export { defaultCustomization } from "./defaults.ts";
export {
  completeCustomization,
  conditionsOf,
  knownCustomization,
  overrideCustomization,
  parseCustomization,
  withVisibleLinks,
} from "./layers.ts";
export { CustomizationInput, CustomizationOverride, CustomizationSettings } from "./schema.ts";
