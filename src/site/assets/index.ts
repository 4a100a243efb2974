// The style sheets, scripts and fonts of published sites.
export { fontSheetName, latinFileName, readFontAsset, shippedFonts } from "./fonts.ts";
export { type AssetNames, loadAssets, type SiteAssets } from "./load-assets.ts";
