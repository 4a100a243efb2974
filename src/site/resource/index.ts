// What a site answers beside its pages: how it is declared, and how it replies.
export { type CompressedText, compressText } from "./compress-text.ts";
export { encodingFor } from "./encoding.ts";
export { readBody } from "./read-body.ts";
export { countRendering, countRequest } from "./rendering-limit.ts";
export { below, named, type ResourceCall, type ResourceMatch, type SiteResource } from "./resource.ts";
export { sendStream } from "./send-stream.ts";
export { cacheControls, sendText } from "./send-text.ts";
export { sendSharedText } from "./shared-texts.ts";
