import type { ProcessErrorCode } from "../../src/storage/database/schema/columns.ts";

/** What is to come of a specification. */
export interface Expectation {
  /** The names of all its files, the main one first. */
  readonly files: readonly string[];
  /** What stands where in the result, by the name of a file (or none, for the main one) and a JSON pointer. */
  readonly shows: Readonly<Record<string, unknown>>;
  /** The references that led nowhere when it was written: what is in examples, and what authors forget. */
  readonly dangling?: readonly string[];
}

/** Why a specification is none. */
export interface Refusal {
  readonly error: ProcessErrorCode;
  readonly message: RegExp;
}

/** By the address below `specs/`. */
export type Expectations<Kind> = Readonly<Record<string, Kind>>;
