// The style sheets and scripts of published sites.
export { type Asset, type AssetNames, loadAssets, type SiteAssets } from "./load-assets.ts";
