import type { TSchema } from "@sinclair/typebox";
import { isContainer, type TContainer } from "./containers.ts";
import { defaultCustomization } from "./defaults.ts";
import {
  Customization,
  type CustomizationInput,
  type CustomizationOverride,
  type CustomizationSettings,
} from "./schema.ts";

type Values = Record<string, unknown>;

/** The effective settings: the defaults, overridden by each layer in turn. */
export function completeCustomization(...layers: readonly CustomizationInput[]): CustomizationSettings {
  const settings = structuredClone(defaultCustomization);
  for (const layer of layers) merge(Customization, settings, layer);
  return settings;
}

/** The stored settings of a site space after a change. */
export function overrideCustomization(
  stored: CustomizationInput,
  changes: CustomizationOverride,
): CustomizationInput {
  const overrides = structuredClone(stored);
  merge(Customization, overrides, changes);
  removeEmptyContainers(Customization, overrides);
  return overrides;
}

/** The settings without unknown fields and without empty containers. */
export function normalizeCustomization(body: CustomizationInput): CustomizationInput {
  return overrideCustomization({}, body);
}

/** Sets the given fields; null removes a field. */
function merge(container: TContainer, target: Values, changes: Values): void {
  for (const [name, field] of Object.entries(container.properties)) {
    const value = Object.hasOwn(changes, name) ? changes[name] : undefined;
    if (value === null) delete target[name];
    else if (!isContainer(field)) {
      if (value !== undefined) target[name] = copyDeclaredFields(field, value);
    } else if (isObject(value)) {
      const inner = isObject(target[name]) ? target[name] : {};
      merge(field, inner, value);
      target[name] = inner;
    }
  }
}

function removeEmptyContainers(container: TContainer, values: Values): void {
  for (const [name, field] of Object.entries(container.properties)) {
    const inner = values[name];
    if (!isContainer(field) || !isObject(inner)) continue;
    removeEmptyContainers(field, inner);
    if (Object.keys(inner).length === 0) delete values[name];
  }
}

/** A copy of a value with only the fields of its schema. */
function copyDeclaredFields(schema: TSchema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => copyDeclaredFields(schema.items, item));
  if (!isObject(value)) return value;
  const tag: string | undefined = schema.discriminator?.propertyName;
  if (tag !== undefined) {
    const alternatives: TSchema[] = schema.oneOf;
    const alternative = alternatives.find(({ properties }) => properties[tag].const === value[tag]);
    return alternative && copyDeclaredFields(alternative, value);
  }
  return Object.fromEntries(
    Object.entries<TSchema>(schema.properties)
      .filter(([name]) => Object.hasOwn(value, name))
      .map(([name, field]) => [name, copyDeclaredFields(field, value[name])]),
  );
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The conditions in these settings, with their field names. */
export function conditionsOf({ header }: CustomizationOverride): { field: string; condition: string }[] {
  return (header?.links ?? []).flatMap(({ condition }, index) =>
    condition === undefined ? [] : [{ field: `header.links[${index}].condition`, condition }],
  );
}

/** The settings as a visitor sees them: without hidden links, and without the conditions of the others. */
export function withVisibleLinks<T extends CustomizationSettings>(
  settings: T,
  isVisible: (condition: string) => boolean,
): T {
  const links = settings.header.links
    .filter(({ condition }) => condition === undefined || isVisible(condition))
    .map(({ condition, ...link }) => link);
  return { ...settings, header: { ...settings.header, links } };
}

export function parseCustomization(stored: string | null): CustomizationInput {
  return JSON.parse(stored ?? "{}");
}
