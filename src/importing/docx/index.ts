export { importDocx } from "./docx.ts";
