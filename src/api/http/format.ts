import type { Static } from "@sinclair/typebox";
import { StringEnum } from "./schemas.ts";

/** In which form documents are shown. */
export type DocumentFormat = Static<typeof DocumentFormat>;
export const DocumentFormat = StringEnum(["markdown", "document"], { default: "markdown" });
