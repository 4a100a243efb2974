// Conversions of documents between HTML, Markdown and blocks, and checks of Markdown.
export { conversions } from "./routes.ts";
