import type { Block } from "../../content/document/index.ts";

/** An operation or a webhook. All texts are truncated to a maximum length, and may contain any character. */
export interface OperationDescription {
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The path of an operation, or the name of a webhook. */
  readonly path: string;
  readonly title?: string;
  readonly isDeprecated: boolean;
  /** Whether readers can send requests to it: it has a server, and neither it nor the document forbids it. */
  readonly isTryable: boolean;
  readonly description?: readonly Block[];
  readonly servers: readonly string[];
  /** The alternative ways to authorize a request. */
  readonly security: readonly string[];
  /** The credentials of the first of them. */
  readonly credentials: readonly Credential[];
  readonly parameters: readonly Field[];
  readonly body?: BodyDescription;
  readonly responses: readonly ResponseDescription[];
}

export interface BodyDescription extends Payload {
  readonly contentTypes: readonly string[];
  readonly isRequired: boolean;
  readonly description?: readonly Block[];
  /** The content in other media types, if their schemas differ. */
  readonly others?: readonly OtherMedia[];
}

export interface ResponseDescription extends Payload {
  readonly status: string;
  readonly description?: readonly Block[];
  readonly contentType?: string;
  readonly others?: readonly OtherMedia[];
}

/** The content of a request or a response. */
export interface Payload {
  /** The type, such as "array of Pet". Absent without a schema. */
  readonly type?: string;
  /** The name of the schema in the type. */
  readonly schemaName?: string;
  readonly fields: readonly Field[];
  /** An example as formatted JSON, or as the text in the document. */
  readonly example?: string;
  /** A value made from the schema, as formatted JSON, if there is no example. */
  readonly sample?: string;
}

/** The content in another media type than the preferred one. */
export interface OtherMedia extends Payload {
  readonly contentType: string;
}

/** What a request sends to be authorized, with a placeholder as value. */
export interface Credential {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  readonly value: string;
}

export interface SchemaDescription extends Payload {
  readonly name: string;
  readonly type: string;
  readonly isDeprecated: boolean;
  readonly description?: readonly Block[];
  readonly enum?: readonly string[];
}

/** One row of a list of fields. Nested fields follow their parent with a greater depth. */
export interface Field {
  /** A variant is an alternative of `oneOf` or `anyOf`. A truncated list ends with a row of kind "more". */
  readonly kind: "property" | "variant" | "more";
  /** The name; "*" for additional properties. */
  readonly name: string;
  /** The nesting depth, starting at 0. */
  readonly depth: number;
  /** The location of a parameter: path, query, header or cookie. */
  readonly in?: string;
  /** The type, such as "string (date-time)", "array of Pet" or "integer, 1 to 100". */
  readonly type: string;
  /** The name of the schema in the type. */
  readonly schemaName?: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly access?: "read-only" | "write-only";
  readonly description?: readonly Block[];
  readonly default?: string;
  readonly enum?: readonly string[];
  readonly example?: string;
  /** If a recursive schema has no fields here: the depth of the list that contains this row and has the fields. */
  readonly recursion?: number;
}
