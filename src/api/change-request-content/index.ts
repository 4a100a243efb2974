export { contentOf } from "./content-target.ts";
export { changeRequestContent } from "./routes.ts";
