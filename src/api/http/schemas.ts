import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { roles, teamRoles } from "../../identity/roles/index.ts";
import { nullable, StringEnum } from "../../platform/index.ts";

export { DiscriminatedUnion, HttpUrl, nullable, patternMessage, StringEnum } from "../../platform/index.ts";

/** An object whose properties all have the same type. */
export function RecordOf<T extends TSchema>(value: T, options: object = {}) {
  // Type.Record uses a pattern that does not match names with a line break, and would not check their values.
  return Type.Unsafe<Record<string, Static<T>>>({ type: "object", additionalProperties: value, ...options });
}

export const Timestamp = Type.String({ format: "date-time" });
export const RoleSchema = StringEnum(roles, {
  description: "The permissions of a member. Each role includes the roles after it.",
});
export const NullableRole = nullable(RoleSchema);
export const TeamRoleSchema = StringEnum(teamRoles, {
  description: "An owner manages the members of the team.",
});

export type DocumentFormat = Static<typeof DocumentFormat>;
export const DocumentFormat = StringEnum(["markdown", "document"], { default: "markdown" });

export const ListQuery = {
  page: Type.Optional(Type.String({ description: "The page to return: `next.page` of the previous reply." })),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 50, description: "Maximum number of items." }),
};

export const Order = StringEnum(["asc", "desc"], { default: "desc", description: "`asc`: oldest first." });

export function ListOf<T extends TSchema>(items: T) {
  return Type.Object({
    next: Type.Optional(Type.Object({ page: Type.String() })),
    count: Type.Integer({ description: "The number of matching items on all pages." }),
    items: Type.Array(items),
  });
}
