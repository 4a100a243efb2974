export { normalizeDialect } from "./normalize-dialect.ts";
