import { badInput } from "../../platform/index.ts";
import type { IntegrationConfiguration, Property } from "./schema.ts";

type Values = Readonly<Record<string, unknown>>;

/** Validates a declared configuration. */
export function validateDeclaration(configuration: IntegrationConfiguration, field: string): void {
  const { properties, required = [], componentId } = configuration;
  if ((properties === undefined) === (componentId === undefined))
    throw badInput(field, "must have either properties or componentId, and not both");
  for (const name of required)
    if (properties === undefined || !Object.hasOwn(properties, name))
      throw badInput(`${field}.required`, `"${name}" is none of the properties`);
  for (const [name, property] of Object.entries(properties ?? {})) {
    const error = property.default === undefined ? undefined : valueError(property.default, property);
    if (error !== undefined) throw badInput(`${field}.properties.${name}.default`, error);
  }
}

/** The first error in the values of a configuration. Undeclared properties are not checked. */
export function findConfigurationError(
  values: Values,
  configuration: IntegrationConfiguration | undefined,
): { name: string; message: string } | undefined {
  const { properties = {}, required = [] } = configuration ?? {};
  for (const [name, property] of Object.entries(properties)) {
    const message = Object.hasOwn(values, name) ? valueError(values[name], property) : undefined;
    if (message !== undefined) return { name, message };
  }
  const complete = withDefaults(values, configuration);
  const missing = required.find((name) => !Object.hasOwn(complete, name));
  return missing === undefined ? undefined : { name: missing, message: "is required" };
}

function valueError(value: unknown, property: Property): string | undefined {
  // The value of a button is set by the integration itself.
  if (property.type === "button") return undefined;
  const { type, enum: allowed } = property;
  // Numbers that are too large parse as infinite, which JSON cannot represent.
  if (typeof value !== type || value === Infinity || value === -Infinity) return `must be ${type}`;
  if (allowed !== undefined && !allowed.some((each) => each === value))
    return `must be one of ${allowed.join(", ")}`;
  return undefined;
}

export function withDefaults(values: Values, configuration: IntegrationConfiguration | undefined): Values {
  const defaults = Object.entries(configuration?.properties ?? {}).flatMap(([name, property]) =>
    property.default === undefined ? [] : [[name, property.default] as const],
  );
  return { ...Object.fromEntries(defaults), ...values };
}
