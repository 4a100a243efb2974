export { harvestDocx } from "./docx.ts";
