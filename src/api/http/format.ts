import type { Static } from "@sinclair/typebox";
import { oneOf } from "./schemas.ts";

/** In which form documents are shown. */
export type Format = Static<typeof Format>;
export const Format = oneOf(["markdown", "document"], { default: "markdown" });
