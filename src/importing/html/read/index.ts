export { ContentReader } from "./content-reader.ts";
export { InlinedImages } from "./inlined-images.ts";
export { classStyles } from "./marks.ts";
