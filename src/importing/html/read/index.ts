export { ContentReader } from "./content-reader.ts";
export { type InlinedImage, InlinedImages } from "./inlined-images.ts";
export { classStyles } from "./marks.ts";
