// Reads the content of an HTML tree as Markdown nodes.
export { ContentReader } from "./content-reader.ts";
export { InlinedFiles, type InlinedImage, InlinedImages } from "./inlined-images.ts";
export { classStyles } from "./marks.ts";
