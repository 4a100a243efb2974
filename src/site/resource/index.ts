// What a site answers beside its pages: how it is declared, and how it replies.
export { type Encoding, encodingFor } from "./encoding.ts";
export type { ResourceMatch, SiteResource } from "./resource.ts";
export { cacheControls } from "./send-text.ts";
