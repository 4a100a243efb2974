import fc from "fast-check";
import { type Api, type Schema, typesOf } from "./api.ts";
import { nested, oddNames, oddNumbers, oddTexts, pollution, wrongValues } from "./hostile-values.ts";

type Step = string | number;

/** A location in a value, with its schema. */
interface Location {
  readonly steps: readonly Step[];
  readonly value: unknown;
  readonly schema: Schema;
  readonly required: boolean;
}

export interface Mutation {
  readonly value: unknown;
  readonly note: string;
  /** The name of the changed field, if there is one. */
  readonly field: string | undefined;
}

/** Placeholders for values that are too deep for an object or too long to print. */
const deepPlaceholder = "<<deep>>";
const hugePlaceholder = "<<huge>>";

/** The values of the placeholders. */
export const placeholders: Readonly<Record<string, () => string>> = {
  [`"${deepPlaceholder}"`]: () => nested(100_000, "list"),
  [hugePlaceholder]: () => "x".repeat(900_000),
};

/** Changes one location of a valid value. */
export function mutationOf(api: Api, schema: Schema, value: unknown): fc.Arbitrary<Mutation> {
  const locations = [...locationsIn(api, schema, value)];
  return fc.constantFrom(...locations).chain((location) => {
    const { steps } = location;
    const field = steps.findLast((step) => typeof step === "string");
    const removed = location.required
      ? [fc.constant({ value: removeAt(value, steps), note: `without ${steps.join(".")}`, field })]
      : [];
    const replaced = replacementsOf(location).map((arbitrary) =>
      arbitrary.map((replacement) => ({
        value: replaceAt(value, steps, replacement),
        note: `replaced ${steps.join(".") || "body"}`,
        field,
      })),
    );
    return fc.oneof(...removed, ...replaced);
  });
}

function* locationsIn(
  api: Api,
  given: Schema,
  value: unknown,
  steps: readonly Step[] = [],
  required = false,
): Generator<Location> {
  const schema = matchingSchema(api, given, value);
  yield { steps, value, schema, required };
  if (Array.isArray(value)) {
    const [first] = value;
    if (value.length > 0) yield* locationsIn(api, schema.items ?? {}, first, [...steps, 0]);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const declared = schema.properties?.[name];
      if (declared === undefined) continue;
      yield* locationsIn(api, declared, inner, [...steps, name], schema.required?.includes(name) === true);
    }
  }
}

/** The alternative of a union that a value matches, by its type and its enum fields. */
function matchingSchema(api: Api, given: Schema, value: unknown): Schema {
  const schema = api.resolve(given);
  const choices = (schema.oneOf ?? schema.anyOf)?.map((choice) => api.resolve(choice));
  if (choices === undefined) return schema;
  const matches = ({ properties = {}, ...rest }: Schema) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(properties).every(
          ([name, inner]) => !inner.enum || !(name in value) || inner.enum.includes(Reflect.get(value, name)),
        )
      : typesOf(rest).includes(Array.isArray(value) ? "array" : typeof value);
  return choices.find(matches) ?? {};
}

function replacementsOf({ value, schema }: Location): fc.Arbitrary<unknown>[] {
  const replacements: fc.Arbitrary<unknown>[] = [
    fc.constantFrom(...wrongValues),
    fc.constantFrom(...wrongValues),
    fc.constantFrom<unknown>(deepPlaceholder, hugePlaceholder),
  ];
  if (typeof value === "string")
    replacements.push(fc.constantFrom(...oddTexts), fc.constantFrom(...textBounds(schema)));
  if (typeof value === "number") replacements.push(fc.constantFrom(...oddNumbers, ...numberBounds(schema)));
  if (Array.isArray(value)) replacements.push(fc.constantFrom(...arrayBounds(value, schema)));
  else if (typeof value === "object" && value !== null)
    replacements.push(
      fc.constantFrom(...oddNames).map((name) => ({ ...value, [name]: pollution })),
      fc.constantFrom(...oddNames).map((name) => ({ ...value, unknown: { [name]: pollution } })),
    );
  return replacements;
}

function textBounds({ minLength = 0, maxLength = 10_000, enum: values }: Schema): string[] {
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0);
  // Longer texts use the placeholder.
  const sized = lengths.filter((length) => length < 300_000).map((length) => "x".repeat(length));
  const others = (values ?? []).flatMap((value) =>
    typeof value === "string" ? [value.toUpperCase(), `${value} `, `${value}\0`] : [],
  );
  return [...sized, ...sized.map((text) => text.replaceAll("x", "😀")), ...others];
}

function numberBounds({ minimum, maximum }: Schema): number[] {
  return [minimum, maximum].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1, bound + 0.5],
  );
}

function arrayBounds(items: readonly unknown[], { maxItems = 1000 }: Schema): unknown[][] {
  const repeated = (count: number) => Array.from({ length: count }, () => items[0] ?? "x");
  return [
    [],
    [...items, ...items],
    repeated(Math.min(maxItems, 1000)),
    repeated(maxItems + 1),
    [...items, null],
  ];
}

function replaceAt(value: unknown, [step, ...rest]: readonly Step[], replacement: unknown): unknown {
  if (step === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? replaceAt(item, rest, replacement) : item));
  const inner: object = typeof value === "object" && value !== null ? value : {};
  return { ...inner, [step]: replaceAt(Reflect.get(inner, step), rest, replacement) };
}

function removeAt(value: unknown, steps: readonly Step[]): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? removeAt(item, rest) : item));
  if (rest.length > 0) return { ...value, [step]: removeAt(Reflect.get(value, step), rest) };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== step));
}
