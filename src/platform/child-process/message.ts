import type { LecternError } from "../errors.ts";

/** What a process says to the one that has started it: words of its own kind, and how its work ends. */
export type Message<Result, Words> =
  | { readonly words: Words }
  | { readonly result: Result }
  | { readonly refusal: Pick<LecternError, "status" | "message" | "headers"> }
  /** A mistake of ours. */
  | { readonly failure: string };
