import type { ProcessErrorCode } from "../../src/storage/database/schema/columns.ts";

/** The expected result for a specification. */
export interface Expectation {
  /** The names of all files, the main one first. */
  readonly files: readonly string[];
  /** Expected values by file name (empty for the main file) and JSON pointer. */
  readonly values: Readonly<Record<string, unknown>>;
  /** References that are broken in the specification itself. */
  readonly dangling?: readonly string[];
}

export interface Refusal {
  readonly error: ProcessErrorCode;
  readonly message: RegExp;
}

/** Expectations by the path below `specs/`. */
export type Expectations<Kind> = Readonly<Record<string, Kind>>;

const unreadable: Refusal = { error: "PARSE_ERROR", message: /neither JSON nor YAML/ };
const notAnObject: Refusal = { error: "PARSE_ERROR", message: /not an object/ };
const otherFormat: Refusal = {
  error: "PARSE_ERROR",
  message: /must have openapi: "3\.x\.y" or swagger: "2\.0"/,
};

export const broken: Expectations<Refusal> = {
  "broken/error-page": { error: "PARSE_ERROR", message: /error-page is / },
  "broken/truncated": unreadable,
  "broken/indentation.yaml": { error: "PARSE_ERROR", message: /indentation\.yaml .* in line 11/ },
  "broken/tabs.yaml": unreadable,
  "broken/empty.yaml": { error: "PARSE_ERROR", message: /empty\.yaml is / },
  "broken/blank.yaml": { error: "PARSE_ERROR", message: /blank\.yaml is / },
  "broken/list.yaml": notAnObject,
  "broken/scalar.yaml": notAnObject,
  "broken/postman.json": otherFormat,
  "broken/asyncapi.yaml": otherFormat,
  "broken/moonwalk.yaml": otherFormat,
  "broken/resources.json": otherFormat,
  "broken/graphql": { error: "PARSE_ERROR", message: /graphql is / },
  "broken/cover.yaml": { error: "PARSE_ERROR", message: /describes nothing/ },
  "broken/paths-list.yaml": { error: "PARSE_ERROR", message: /paths must be an object/ },
  "broken/missing-file.yaml": { error: "FETCH_ERROR", message: /\/pets\.yaml: .*404/ },
  "broken/broken-file.yaml": { error: "PARSE_ERROR", message: /\/indentation\.yaml .* in line 11/ },
  "broken/alias-bomb.yaml": {
    error: "PARSE_ERROR",
    message: /too large with all references expanded/,
  },
  "broken/own-tail.yaml": { error: "PARSE_ERROR", message: /contains itself/ },
  "broken/two.yaml": unreadable,
  "broken/nothing-there.yaml": { error: "FETCH_ERROR", message: /\/nothing-there\.yaml: .*404/ },
};
