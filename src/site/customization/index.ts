// The customization of a site as styles.
export { cardColorsOf } from "./card-colors.ts";
export { fontsOf } from "./fonts.ts";
export { type SiteSettings, siteSettingsOf } from "./site-settings.ts";
export { writeTheme } from "./theme.ts";
