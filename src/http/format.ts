import { oneOf } from "./schemas.ts";

/** In which form documents are shown. */
export const Format = oneOf(["markdown", "document"], { default: "markdown" });
