import { type AssetSet, loadBundledAssets } from "../../platform/index.ts";

/**
 * The API client and the search styles are for pages that need them; the static search is for copies without a server, `preview`
 * for pages beside the form of their customization.
 */
type AssetName = "styles" | "noScript" | "script" | "apiClient" | "searchStyles" | "staticSearch" | "preview";

export type SiteAssets = AssetSet<AssetName>;
export type AssetNames = SiteAssets["names"];

export function loadAssets(): SiteAssets {
  return loadBundledAssets("site-assets");
}
