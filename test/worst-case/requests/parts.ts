import type { Person } from "../../support/app.ts";
import type { Ids } from "../large-world.ts";

/** The parts of a large request that differ from the generated one. */
export interface RequestParts {
  /** What is large. */
  readonly input: string;
  /** Ids that replace those of the world. */
  readonly ids?: Ids;
  readonly query?: Readonly<Record<string, string>>;
  /** The body as a value, or as a text that is already JSON. */
  readonly body?: object | string | undefined;
  /** Creates objects that the request consumes, and returns their ids. */
  prepare?(): Promise<Ids>;
  /** Creates the caller, if it is none of the usual ones. */
  prepareCaller?(): Promise<Person>;
}

export type RequestsByOperation = Readonly<Record<string, readonly RequestParts[]>>;
