import type { Block } from "../../content/document/index.ts";

/** What a reader is told of an operation, or of a webhook. All texts are short; they may hold any character. */
export interface OperationDescription {
  /** In capitals. */
  readonly method: string;
  /** Of a webhook, its name. */
  readonly path: string;
  readonly title?: string;
  readonly isDeprecated: boolean;
  readonly description?: readonly Block[];
  readonly servers: readonly string[];
  /** Ways to be let in, any of which will do. */
  readonly security: readonly string[];
  readonly parameters: readonly Field[];
  readonly body?: BodyDescription;
  readonly responses: readonly ResponseDescription[];
}

export interface BodyDescription extends Payload {
  readonly contentTypes: readonly string[];
  readonly isRequired: boolean;
  readonly description?: readonly Block[];
}

export interface ResponseDescription extends Payload {
  readonly status: string;
  readonly description?: readonly Block[];
  readonly contentType?: string;
}

/** What is sent, one way or the other. */
export interface Payload {
  /** Such as "array of Pet"; absent where nothing is said of it. */
  readonly type?: string;
  readonly fields: readonly Field[];
  /** Several lines: JSON, or as the document has it. */
  readonly example?: string;
}

export interface SchemaDescription {
  readonly name: string;
  readonly type: string;
  readonly isDeprecated: boolean;
  readonly description?: readonly Block[];
  readonly enum?: readonly string[];
  readonly fields: readonly Field[];
  readonly example?: string;
}

/** One line of a list of fields. What a field consists of follows it, one level deeper. */
export interface Field {
  /**
   * A variant is one of several forms that what stands above may have, and is called by its schema. Where there are
   * more fields than fit, the last one of the list says "more", and nothing else.
   */
  readonly kind: "property" | "variant" | "more";
  /** "*" for properties of any other name. */
  readonly name: string;
  /** From 0. */
  readonly depth: number;
  /** Of a parameter: path, query, header or cookie. */
  readonly in?: string;
  /** Such as "string (date-time)", "array of Pet" or "integer, 1 to 100". */
  readonly type: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly access?: "read-only" | "write-only";
  readonly description?: readonly Block[];
  readonly default?: string;
  readonly enum?: readonly string[];
  readonly example?: string;
}
