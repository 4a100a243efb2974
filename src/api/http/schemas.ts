import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { roles, teamRoles } from "../../identity/roles/index.ts";

/** One of these words. */
export function oneOf<const T extends readonly string[]>(values: T, options: object = {}) {
  return Type.Unsafe<T[number]>({ type: "string", enum: values, ...options });
}

/** The same, or null. For schemas of a plain type: text, a number, a word from a list, an object. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as { type?: string; enum?: unknown[] };
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    type: [type, "null"],
    ...(values && { enum: [...values, null] }),
  });
}

/** One of several objects, told apart by the value of one field: so a mistake is looked for in the right one. */
export function oneByTag<const T extends TSchema[]>(tag: string, alternatives: [...T]) {
  return Type.Unsafe<Static<T[number]>>({
    type: "object",
    discriminator: { propertyName: tag },
    required: [tag],
    oneOf: alternatives,
  });
}

/** An object with any names, every value of the same kind. */
export function RecordOf<T extends TSchema>(value: T, options: object = {}) {
  // Not TypeBox's own: its pattern for "any name" leaves out those with a line break, and what has such a name unchecked.
  return Type.Unsafe<Record<string, Static<T>>>({ type: "object", additionalProperties: value, ...options });
}

export const Timestamp = Type.String({ format: "date-time" });
/** Beside a pattern: the same in words, for whoever breaks it. */
export const ruleOfPattern = "x-rule";

/** Only what a browser may safely be sent to. */
export const Address = Type.String({
  format: "uri",
  maxLength: 2048,
  pattern: "^[hH][tT][tT][pP][sS]?://",
  [ruleOfPattern]: "must be an http or https address",
});

export const RoleSchema = oneOf(roles, {
  description: "What a member may do; each role includes those after it.",
});
export const RoleOrGuest = nullable(RoleSchema);
export const TeamRoleSchema = oneOf(teamRoles, { description: "An owner manages the members of the team." });

export const ListQuery = {
  page: Type.Optional(Type.String({ description: "Where to go on: `next.page` of the previous answer." })),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 50, description: "How many items at most." }),
};

export const Order = oneOf(["asc", "desc"], { default: "desc", description: "Oldest or newest first." });

/** The envelope of every list. */
export function ListOf<T extends TSchema>(items: T) {
  return Type.Object({
    next: Type.Optional(Type.Object({ page: Type.String() })),
    count: Type.Integer({ description: "How many items match, on all pages together." }),
    items: Type.Array(items),
  });
}

export const ErrorReply = Type.Object(
  { error: Type.Object({ code: Type.Integer(), message: Type.String() }) },
  { title: "Error" },
);
