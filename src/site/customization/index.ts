// The customization of a site as styles.
export { writeFixedTheme, writeTheme } from "./theme.ts";
