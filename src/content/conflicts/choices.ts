import type { Side } from "../merge/index.ts";

/** What becomes of a conflict: a version, both, or what the user wrote. */
export type Choice =
  | { readonly take: Side | "both" }
  | { readonly markdown: string }
  | { readonly value: unknown };
