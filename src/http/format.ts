import { badInput } from "../errors.ts";
import { oneOf } from "./schemas.ts";

/** In which form documents are shown. */
export const Format = oneOf(["markdown", "document"], { default: "markdown" });

export function requireMarkdownFormat({ format }: { readonly format: "markdown" | "document" }): void {
  if (format === "document") throw badInput("format", "document is not available yet: ask for markdown");
}
