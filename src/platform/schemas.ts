import { type Static, type TSchema, Type } from "@sinclair/typebox";

export function StringEnum<const T extends readonly string[]>(values: T, options: object = {}) {
  return Type.Unsafe<T[number]>({ type: "string", enum: values, ...options });
}

/** Makes a schema nullable. Only for schemas with a single `type`. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as { type?: string; enum?: unknown[] };
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    type: [type, "null"],
    ...(values && { enum: [...values, null] }),
  });
}

/** A discriminated union: errors are reported against the alternative that the tag selects. */
export function DiscriminatedUnion<const T extends TSchema[]>(tag: string, alternatives: [...T]) {
  return Type.Unsafe<Static<T[number]>>({
    type: "object",
    discriminator: { propertyName: tag },
    required: [tag],
    oneOf: alternatives,
  });
}

/** The keyword beside a pattern that holds the error message for values that do not match it. */
export const patternMessage = "x-rule";

export const HttpUrl = Type.String({
  format: "uri",
  maxLength: 2048,
  pattern: "^[hH][tT][tT][pP][sS]?://",
  [patternMessage]: "must be an http or https URL",
});

/** The target of a link. Schemes that run code, such as `javascript:`, are refused. */
export const LinkUrl = Type.String({
  maxLength: 2048,
  pattern: "^([hH][tT][tT][pP][sS]?://|[mM][aA][iI][lL][tT][oO]:|[tT][eE][lL]:)",
  [patternMessage]: "must be an http, https, mailto or tel URL",
});
