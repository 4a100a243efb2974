export { putInOurWords } from "./normalize-dialect.ts";
