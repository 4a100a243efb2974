import { badInput } from "../../platform/index.ts";
import type { IntegrationConfiguration, Property } from "./schema.ts";

type Values = Readonly<Record<string, unknown>>;

/** Whether what can be configured makes sense by itself; else the error names the field. */
export function requireFitting(configuration: IntegrationConfiguration, field: string): void {
  const { properties, required = [], componentId } = configuration;
  if ((properties === undefined) === (componentId === undefined))
    throw badInput(field, "must have either properties or componentId, and not both");
  for (const name of required)
    if (properties === undefined || !Object.hasOwn(properties, name))
      throw badInput(`${field}.required`, `"${name}" is none of the properties`);
  for (const [name, property] of Object.entries(properties ?? {})) {
    const mistake = property.default === undefined ? undefined : mistakeIn(property.default, property);
    if (mistake !== undefined) throw badInput(`${field}.properties.${name}.default`, mistake);
  }
}

/** The first mistake in what an integration is configured with, if there is one. What it does not know of is not looked at. */
export function findMistake(
  values: Values,
  configuration: IntegrationConfiguration | undefined,
): { name: string; rule: string } | undefined {
  const { properties = {}, required = [] } = configuration ?? {};
  for (const [name, property] of Object.entries(properties)) {
    const rule = Object.hasOwn(values, name) ? mistakeIn(values[name], property) : undefined;
    if (rule !== undefined) return { name, rule };
  }
  const complete = withDefaults(values, configuration);
  const missing = required.find((name) => !Object.hasOwn(complete, name));
  return missing === undefined ? undefined : { name: missing, rule: "is required" };
}

function mistakeIn(value: unknown, property: Property): string | undefined {
  // What a button leads to leaves something of the integration's own.
  if (property.type === "button") return undefined;
  const { type, enum: allowed } = property;
  // What is too large for a number is read as infinite, which JSON cannot say.
  if (typeof value !== type || value === Infinity || value === -Infinity) return `must be ${type}`;
  if (allowed !== undefined && !allowed.some((each) => each === value))
    return `must be one of ${allowed.join(", ")}`;
  return undefined;
}

/** What was given, and the defaults for all else. */
export function withDefaults(values: Values, configuration: IntegrationConfiguration | undefined): Values {
  const defaults = Object.entries(configuration?.properties ?? {}).flatMap(([name, property]) =>
    property.default === undefined ? [] : [[name, property.default] as const],
  );
  return { ...Object.fromEntries(defaults), ...values };
}
