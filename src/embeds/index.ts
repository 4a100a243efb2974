// How URLs in pages are displayed: well-known providers, oEmbed and Open Graph.
export { type Embed, linkTo } from "./embed.ts";
export { fetchEmbed } from "./fetch-embed.ts";
export { frameAttributes } from "./iframe.ts";
export { findKnownEmbed, findKnownFrame, type KnownFrame } from "./known-embed.ts";
