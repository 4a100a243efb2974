// Lists of pages for language models.
export { llmsFullResource, llmsResource } from "./resources.ts";
