// What a change request or a revision changed in a page: as data, as HTML and as lines of Markdown.
export { pageChanges } from "./operations.ts";
export { type RenderedPart, renderDiff } from "./render.ts";
