// Converts the Markdown dialects of other tools.
export { normalizeDialect } from "./normalize-dialect.ts";
