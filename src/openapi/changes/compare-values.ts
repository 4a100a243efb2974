import { firstOf, keyword, type ResolvedSchema, typesOf } from "../description/index.ts";
import { change, listed, quoted, type SpecChange } from "./change.ts";
import type { Direction, Versions } from "./compare-schemas.ts";

const maxEnumValues = 10_000;

/** What changed in the types and the listed values of a schema. */
export function compareTypes(schemas: Versions<ResolvedSchema>, direction: Direction): SpecChange[] {
  const types = { before: allTypesOf(schemas.before), after: allTypesOf(schemas.after) };
  const [given, allowed] =
    direction === "request" ? [types.before, types.after] : [types.after, types.before];
  const changes: SpecChange[] = [];
  if (typesText(types.before) !== typesText(types.after)) {
    const isBreaking =
      allowed.length > 0 && (given.length === 0 || !given.every((type) => allows(allowed, type)));
    const message = `changed its type from ${typesText(types.before)} to ${typesText(types.after)}`;
    changes.push(change("type-changed", isBreaking, message));
  }
  const nullable = { before: schemas.before.isNullable, after: schemas.after.isNullable };
  if (nullable.before !== nullable.after) {
    const isBreaking = direction === "request" ? nullable.before : nullable.after;
    changes.push(
      change("nullable-changed", isBreaking, nullable.after ? "may be null now" : "must not be null now"),
    );
  }
  return [...changes, ...compareEnums(schemas, direction)];
}

/** The types of a schema. Those without a type are objects if they have properties, and arrays if they have items. */
function allTypesOf(schema: ResolvedSchema): string[] {
  const types = typesOf(schema);
  if (types.length > 0) return types.toSorted();
  if (keyword(schema, "properties") !== undefined) return ["object"];
  return keyword(schema, "items") === undefined ? [] : ["array"];
}

function allows(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

function typesText(types: readonly string[]): string {
  return types.length === 0 ? "any" : types.map((type) => quoted(type).slice(1, -1)).join(" or ");
}

function compareEnums({ before, after }: Versions<ResolvedSchema>, direction: Direction): SpecChange[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  if (old === undefined && now === undefined) return [];
  if (old === undefined)
    return [change("enum-added", direction === "request", `allows only ${listed([...(now ?? [])])} now`)];
  if (now === undefined)
    return [change("enum-dropped", direction === "response", "is no longer limited to a list of values")];
  const removed = [...old].filter((value) => !now.has(value));
  const added = [...now].filter((value) => !old.has(value));
  return [
    ...(removed.length > 0
      ? [
          change(
            "enum-values-removed",
            direction === "request",
            `no longer has the values ${listed(removed)}`,
          ),
        ]
      : []),
    ...(added.length > 0
      ? [change("enum-values-added", direction === "response", `has the new values ${listed(added)}`)]
      : []),
  ];
}

function valuesOf(schema: ResolvedSchema): Set<string> | undefined {
  const constant = keyword(schema, "const");
  const values = constant === undefined ? keyword(schema, "enum") : [constant];
  if (!Array.isArray(values)) return undefined;
  const texts = firstOf(values, maxEnumValues).filter((value) => value !== null);
  return new Set(texts.map((value) => (typeof value === "string" ? value : String(JSON.stringify(value)))));
}

const upperLimits = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];
const lowerLimits = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];

/** What changed in the limits, the format and the pattern of a schema. In responses, such changes rarely matter to clients. */
export function compareConstraints(
  { before, after }: Versions<ResolvedSchema>,
  direction: Direction,
): SpecChange[] {
  const changes: SpecChange[] = [];
  const isRequest = direction === "request";
  for (const [names, sign] of [
    [upperLimits, 1],
    [lowerLimits, -1],
  ] as const)
    for (const name of names) {
      const [old, now] = [keyword(before, name), keyword(after, name)].map((value) =>
        typeof value === "number" ? value : undefined,
      );
      if (old === now) continue;
      const isNarrower = now !== undefined && (old === undefined || (now - old) * sign < 0);
      const message =
        now === undefined
          ? `no longer has the limit ${name} (it was ${old})`
          : `has the limit ${name} ${now} now${old === undefined ? "" : ` (it was ${old})`}`;
      changes.push(change("limit-changed", isRequest && isNarrower, message));
    }
  for (const name of ["format", "pattern"]) {
    const [old, now] = [keyword(before, name), keyword(after, name)].map((value) =>
      typeof value === "string" ? value : undefined,
    );
    if (old === now) continue;
    const isNarrower = isRequest ? now !== undefined : name === "format" && old !== undefined;
    const message =
      now === undefined
        ? `no longer has the ${name} ${quoted(old ?? "")}`
        : `has the ${name} ${quoted(now)} now${old === undefined ? "" : ` (it was ${quoted(old)})`}`;
    changes.push(change(`${name}-changed`, isNarrower, message));
  }
  const [open, closed] = [keyword(before, "additionalProperties"), keyword(after, "additionalProperties")];
  if (open !== false && closed === false)
    changes.push(change("additional-properties-refused", isRequest, "allows no further properties now"));
  return changes;
}
